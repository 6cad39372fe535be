// Sends one request over an open socket and waits for the response.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Request } from "./redirects.ts";

/**
 * Parts of node:http, taken without an `import`: that would evaluate all exports, and the WebSocket among them loads
 * all of fetch(), 2 MB that the server does not use.
 */
export const { Agent, request: send } = process.getBuiltinModule("node:http");

/**
 * Sends the request and resolves with the head of the response; the caller reads the body. To abort, the caller
 * destroys the socket.
 */
export function exchange(
  socket: Socket,
  { url, method, headers, body }: Request,
  { staysOpen = false }: { staysOpen?: boolean } = {},
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? undefined : Buffer.byteLength(body);
  const request = send({
    method,
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      ...headers,
      ...(length !== undefined && { "content-length": length }),
      connection: staysOpen ? "keep-alive" : "close",
    },
    setHost: false,
    // If TLS is used, it is already set up on the socket. Without an agent the connection is not shared.
    createConnection: () => socket,
  });
  request.once("response", resolve);
  // The listener also catches errors after the head has arrived: the body stream reports the same error to its reader.
  request.on("error", (error) => reject(inWords(error)));
  request.end(body);
  return promise;
}

/** Replaces Node's parser errors, which do not explain the problem. The response is not quoted. */
function inWords(error: Error & { code?: unknown }): Error {
  if (typeof error.code !== "string" || !error.code.startsWith("HPE_")) return error;
  const what = error.code === "HPE_HEADER_OVERFLOW" ? "sends a response head that is too long" : "does not speak HTTP";
  return new Error(`The server ${what}.`);
}
