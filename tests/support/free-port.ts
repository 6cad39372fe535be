import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// The range is below the ports that the kernel assigns, since those could be assigned to another process before the
// caller listens.
const FIRST_PORT = 10_000;
const END = 32_000;

/** Returns a random free port. It is unlikely, but possible, that another process uses the port first. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END);
    if (await canListen(port)) return port;
  }
}

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
