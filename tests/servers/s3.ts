// Runs an S3 server from npm. It accepts every signature (version 4) with its key's name, so a proxy in front of it
// verifies signatures as AWS documents: "Create a signed AWS API request".
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSignedWith } from "./aws-signature.ts";

interface Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

/** The package has no type declarations. */
const S3rver = createRequire(import.meta.url)("s3rver") as new (options: Readonly<Record<string, unknown>>) => Server;

export const s3Keys = { username: "S3RVER", password: "S3RVER" };

export async function startS3(bucket: string) {
  const directory = mkdtempSync(join(tmpdir(), "quarterdeck-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port: behind } = await server.run();
  const front = createServer((asked, answer) => {
    if (!isSignedWith(s3Keys.password, asked)) {
      const body = "<Error><Code>SignatureDoesNotMatch</Code><Message>It does not match.</Message></Error>";
      answer.writeHead(403, { "content-type": "application/xml" }).end(body);
      return;
    }
    const { method, url: path, headers } = asked;
    const passed = request({ host: "127.0.0.1", port: behind, method, path, headers, agent: false }, (answered) => {
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    front.closeAllConnections();
    front.close();
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { port: (front.address() as AddressInfo).port, stop };
}
