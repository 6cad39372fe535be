// Runs commands in the containers of a simulated cluster: returns the output of `cat` and of a listing by `sh`, over
// the WebSocket protocol of
// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.34/#connect-get-pod-exec-v1-core.
import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import type { Asked } from "./stand-in.ts";

/** Files by path, for each "namespace/pod/container". */
export type Containers = Record<string, Readonly<Record<string, string | Buffer>>>;

const protocol = "v5.channel.k8s.io";

export function runInContainer(
  asked: Asked,
  socket: Socket,
  { containers, isKnown }: { containers: Containers; isKnown: boolean },
): void {
  const refuse = (code: number, message: string) => {
    const body = JSON.stringify({ kind: "Status", status: "Failure", message, code });
    socket.end(
      `HTTP/1.1 ${code} No\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
  const [, namespace, pod] = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/exec$/.exec(asked.path) ?? [];
  const offered = asked.headers["sec-websocket-protocol"]?.split(/, */) ?? [];
  if (!isKnown) return refuse(401, "Unauthorized");
  if (namespace === "forbidden") return refuse(403, "pods/exec is forbidden");
  const files = containers[`${namespace}/${pod}/${asked.query.get("container") ?? ""}`];
  if (!files) return refuse(404, `pods "${pod}" not found`);
  if (asked.headers["upgrade"]?.toLowerCase() !== "websocket" || !offered.includes(protocol))
    return refuse(400, "unable to upgrade");
  const accept = createHash("sha1")
    .update(`${asked.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\nsec-websocket-protocol: ${protocol}\r\n\r\n`,
  );
  const { output, errors, isDone } = runCommand(asked.query.getAll("command"), files);
  // The output is sent in chunks, with a ping after each.
  for (let from = 0; from < output.length; from += 70_000) {
    socket.write(frame(1, output.subarray(from, from + 70_000)));
    socket.write(Buffer.from([0x89, 0]));
  }
  if (errors !== "") socket.write(frame(2, Buffer.from(errors)));
  const status = isDone
    ? { metadata: {}, status: "Success" }
    : {
        status: "Failure",
        reason: "NonZeroExitCode",
        message: "command terminated with non-zero exit code",
        details: { causes: [{ reason: "ExitCode", message: "1" }] },
      };
  socket.write(frame(3, Buffer.from(JSON.stringify(status))));
  socket.end(Buffer.from([0x88, 2, 0x03, 0xe8]));
}

function runCommand(
  command: readonly string[],
  files: Containers[string],
): { output: Buffer; errors: string; isDone: boolean } {
  if (command[0] === "cat") {
    const path = command.at(-1)!;
    const found = files[path];
    if (found === undefined)
      return { output: Buffer.alloc(0), errors: `cat: ${path}: No such file or directory\n`, isDone: false };
    return { output: Buffer.from(found), errors: "", isDone: true };
  }
  const [pattern = ""] = command.slice(-1);
  const fits = new RegExp(`^${pattern.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*")}$`);
  const paths = Object.keys(files).filter((path) => fits.test(path));
  return { output: Buffer.from(paths.map((path) => `${path}\0`).join("")), errors: "", isDone: true };
}

/** Returns a binary message in two frames, whose first byte is the channel. */
function frame(channel: number, body: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.from([channel]), body]);
  const cut = Math.floor(whole.length / 2);
  return Buffer.concat([part(0x02, whole.subarray(0, cut)), part(0x80, whole.subarray(cut))]);
}

function part(first: number, body: Buffer): Buffer {
  if (body.length < 126) return Buffer.concat([Buffer.from([first, body.length]), body]);
  const head = Buffer.alloc(body.length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = body.length < 65_536 ? 126 : 127;
  if (body.length < 65_536) head.writeUInt16BE(body.length, 2);
  else head.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([head, body]);
}
