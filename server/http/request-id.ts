// Assigns an id to each request. The response, the log lines and the problem of the request contain it. A trusted proxy
// may supply it.
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  // An id is a random start per process and a counter: unique across processes, and a hundred times cheaper than a
  // uuid.
  const process = randomBytes(5).toString("hex");
  let count = 0;
  return (request) => {
    const supplied = trustProxy ? request.headers["x-request-id"] : undefined;
    if (typeof supplied === "string" && acceptable.test(supplied)) return supplied;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
