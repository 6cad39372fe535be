// A session with S3 or a compatible server.
import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { ConnectionFailure, refusedCredentials } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { closing, timeoutMs, type Way } from "../connection/session.ts";
import { awsKeysOf } from "./sts.ts";

/** A URL in the connection means an S3-compatible server. Such servers rarely have a host name for each bucket. */
export async function withS3<T>(
  connection: OpenConnection,
  way: Way,
  work: (client: S3Client, sdk: typeof import("@aws-sdk/client-s3")) => Promise<T>,
): Promise<T> {
  const { username, properties, url } = connection;
  const { region, profile } = properties;
  if (profile && !username)
    throw new ConnectionFailure(
      "AWS profiles on the machine that runs Quarterdeck cannot be used",
      "Fill in access key and secret key.",
    );
  const { accessKey, secretKey, sessionToken } = await awsKeysOf(connection, way);
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region: region || "us-east-1",
    ...(url ? { endpoint: url, forcePathStyle: properties["usePathStyle"] !== "false" } : {}),
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey, ...(sessionToken && { sessionToken }) },
    // Without keys, requests are not signed, which works for public buckets.
    ...(accessKey ? {} : { signer: { sign: <Request>(request: Request) => Promise.resolve(request) } }),
    requestHandler: handlerThrough(way, connection),
    maxAttempts: 1,
  });
  return closing(
    way.signal,
    () => client.destroy(),
    async () => {
      try {
        return await work(client, sdk);
      } catch (error) {
        throw refusal(error as Error) ?? error;
      }
    },
  );
}

/** Sends the requests of the SDK through `outbound`. */
function handlerThrough({ outbound, signal }: Way, { insecure_tls }: OpenConnection) {
  return {
    metadata: { handlerProtocol: "http/1.1" },
    destroy: () => {},
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
    handle: async ({ protocol, hostname, port, path, query = {}, method, headers, body }: SdkRequest) => {
      const asked = Object.entries(query).flatMap(([name, value]) =>
        [value ?? []].flat().map((item) => `${encodeURIComponent(name)}=${encodeURIComponent(item)}`),
      );
      const to = `${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}${asked.length > 0 ? `?${asked.join("&")}` : ""}`;
      const answer = await outbound.fetch(to, {
        method,
        headers,
        body: body as string | undefined,
        tls: { insecure: insecure_tls },
        timeoutMs: timeoutMs,
        maxRedirects: 0,
        signal,
      });
      return {
        response: { statusCode: answer.status, headers: { ...answer.headers }, body: Readable.from([answer.body]) },
      };
    },
  };
}

interface SdkRequest {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

function refusal(error: Error): ConnectionFailure | undefined {
  switch (error.name) {
    case "ExpiredToken":
    case "InvalidToken":
      return new ConnectionFailure("The server refuses the session token", "Get new temporary keys, with their token.");
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return new ConnectionFailure("The server rejects these access keys", "Check access key and secret key.");
    case "NoSuchBucket":
      return new ConnectionFailure("The bucket does not exist", "Check bucket and region.");
    case "AccessDenied":
    case "AllAccessDisabled":
      return new ConnectionFailure("These keys are not allowed to list the bucket", "Allow s3:ListBucket for them.");
    case "PermanentRedirect":
    case "AuthorizationHeaderMalformed":
    case "IllegalLocationConstraintException":
      return new ConnectionFailure("The bucket is in a different region", "Check the region.");
    case "RequestTimeTooSkewed":
      return new ConnectionFailure(
        "The difference between the clocks of this machine and the server is too large",
        "Correct the clock of the machine that runs Quarterdeck.",
      );
    case "Forbidden":
    case "Unauthorized":
      return refusedCredentials();
    default:
      return undefined;
  }
}
