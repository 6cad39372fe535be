import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openSmb } from "./open-smb.ts";

async function against(serve: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    serve(socket);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  return openSmb(socket, { host: "nas", share: "files", user: { name: "ada", domain: "", password: "secret" } });
}

const framed = (body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
};

test("reports a closed connection as ECONNRESET", async () => {
  await expect(against((socket) => socket.end())).rejects.toMatchObject({ code: "ECONNRESET" });
});

test("rejects a response in a different protocol", async () => {
  await expect(against((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))).rejects.toThrow(
    "The response is not in the SMB protocol",
  );
});

test("rejects SMB 1", async () => {
  const old = Buffer.concat([Buffer.from([0xff]), Buffer.from("SMB"), Buffer.alloc(80)]);
  await expect(against((socket) => socket.write(framed(old)))).rejects.toThrow("The response is not in SMB 2 or 3");
});

test("rejects a version that was not offered", async () => {
  const answer = Buffer.alloc(140);
  Buffer.from([0xfe, 0x53, 0x4d, 0x42]).copy(answer);
  answer.writeUInt16LE(0x999, 68);
  await expect(against((socket) => socket.write(framed(answer)))).rejects.toThrow(
    "The server does not support SMB 2 or 3",
  );
});

test("fails on a truncated response instead of waiting", async () => {
  const answer = Buffer.alloc(66);
  Buffer.from([0xfe, 0x53, 0x4d, 0x42]).copy(answer);
  await expect(against((socket) => socket.write(framed(answer)))).rejects.toThrow(RangeError);
});
