import { createServer } from "node:net";

/** A port that is free now. Somebody else may take it before you do: be ready to ask again. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port to be had");
  return address.port;
}
