import { createServer } from "node:net";

/**
 * Returns a port that is free now. Another process may take it before the caller does, so the caller must be ready to
 * retry.
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port found");
  return address.port;
}
