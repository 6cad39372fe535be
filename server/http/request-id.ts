// Every request has an id that its answer, its log lines and its problem carry. A proxy we trust may have given one.
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  // A random start per process and a counter: unique across processes, and a hundred times cheaper than a uuid.
  const process = randomBytes(5).toString("hex");
  let count = 0;
  return (request) => {
    const given = trustProxy ? request.headers["x-request-id"] : undefined;
    if (typeof given === "string" && acceptable.test(given)) return given;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
