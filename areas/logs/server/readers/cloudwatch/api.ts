// Calls CloudWatch Logs: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import {
  awsKeysOf,
  ConnectionFailure,
  regionOf,
  serviceCall,
  signedHeaders,
  type OpenConnection,
} from "#areas/connections/server/index.ts";
import { QueryRefused, type ReaderRun } from "../../source/reader.ts";

export type CloudWatch = <Shape extends z.ZodType>(
  action: string,
  body: Readonly<Record<string, unknown>>,
  shape: Shape,
) => Promise<z.output<Shape>>;

const maxRetries = 4;
const maxBytes = 64 * 1024 * 1024;

const refusals: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  UnrecognizedClientException: [
    "AWS does not know the access key",
    "Check the access key: it may be mistyped or deleted.",
  ],
  InvalidSignatureException: [
    "AWS does not accept the secret key",
    "Check the secret key: it does not belong to the access key.",
  ],
  ExpiredTokenException: ["The access key has expired", "Create a new one."],
  AccessDeniedException: [
    "AWS accepts the access key but denies the request",
    "Allow logs:StartQuery, logs:GetQueryResults, logs:FilterLogEvents and logs:DescribeLogStreams.",
  ],
};

export async function cloudWatch(connection: OpenConnection, run: ReaderRun): Promise<CloudWatch> {
  const region = regionOf(connection);
  const keys = await awsKeysOf(connection, run);
  const address = connection.url || `https://logs.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  const service = serviceCall(run, {
    name: "CloudWatch",
    address,
    credential: "the access key",
    secrets: [keys.secretKey, keys.sessionToken],
    tls: { insecure: connection.insecure_tls },
  });
  return async (action, body, shape) => {
    for (let attempt = 0; ; attempt += 1) {
      const text = JSON.stringify(body);
      // The signature contains a time, so each attempt is signed separately.
      const headers = await signedHeaders({
        method: "POST",
        url: new URL("/", address),
        headers: {
          "content-type": "application/x-amz-json-1.1",
          "x-amz-target": `Logs_20140328.${action}`,
          ...(keys.sessionToken && { "x-amz-security-token": keys.sessionToken }),
        },
        body: text,
        region,
        service: "logs",
        accessKey: keys.accessKey,
        secretKey: keys.secretKey,
      });
      const isLast = attempt === maxRetries;
      const reply = await service
        .reply("/", { method: "POST", headers, body: text, maxBytes, timeoutMs: 60_000 })
        .catch((error: unknown) => {
          if (isLast || !isCut(error)) throw error;
          return undefined;
        });
      const { type, message } = faultIn(reply?.json);
      if (reply && reply.status < 300) return service.read(reply, shape);
      if (!reply || (isBusy(reply.status, type) && !isLast)) {
        await delay(500 * 2 ** attempt, undefined, { signal: run.signal });
        continue;
      }
      const known = refusals[type];
      if (known) throw new ConnectionFailure(...known);
      if (type === "ResourceNotFoundException")
        throw new ConnectionFailure(
          `CloudWatch: ${message || "the log group does not exist"}`,
          "Check the log group and the region.",
        );
      if (type === "MalformedQueryException" || type === "InvalidParameterException")
        throw new QueryRefused(`CloudWatch refuses the search: ${message}`);
      throw service.refusal(reply);
    }
  };
}

/** The error message if the server or a proxy closed the connection. */
const isCut = (error: unknown) => error instanceof ConnectionFailure && error.message.includes("closed the connection");

const isBusy = (status: number, type: string) =>
  status === 429 ||
  status === 503 ||
  ["ThrottlingException", "LimitExceededException", "ServiceUnavailableException"].includes(type);

function faultIn(json: unknown): { type: string; message: string } {
  const { __type: type, message, Message } = (json ?? {}) as Readonly<Record<string, unknown>>;
  return {
    type: typeof type === "string" ? type.split("#").at(-1)! : "",
    message: ([message, Message].find((value) => typeof value === "string") as string) ?? "",
  };
}
