// One request and its answer, over a socket that is open already.
import type { IncomingMessage } from "node:http";
import { request as send } from "../node-http.ts";
import type { Socket } from "node:net";
import type { Request } from "./redirects.ts";

/** The head of the answer; its body is still to be read. Who is told to stop destroys the socket. */
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
    // TLS, if any, is spoken below. Without an agent nothing is kept for others.
    createConnection: () => socket,
  });
  request.once("response", resolve);
  // Also after the answer has begun: nobody else listens, and the body says the same.
  request.on("error", (error) => reject(inWords(error)));
  request.end(body);
  return promise;
}

/** What Node says of an answer that it cannot read repeats nothing of it, and tells nobody what to look for. */
function inWords(error: Error & { code?: unknown }): Error {
  if (typeof error.code !== "string" || !error.code.startsWith("HPE_")) return error;
  const what = error.code === "HPE_HEADER_OVERFLOW" ? "has too long a head" : "is no HTTP";
  return new Error(`What answers there ${what}.`);
}
