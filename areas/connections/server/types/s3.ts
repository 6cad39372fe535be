import { Readable } from "node:stream";
import { connectionType, type Trial } from "../connection-type.ts";
import { countOf } from "#language/words.ts";
import { ConnectionFailure, refusedCredentials } from "../failure.ts";
import { credential, insecureTls, line } from "../fields.ts";
import type { OpenConnection } from "../sealed.ts";
import { closing, patienceMs } from "../session.ts";

export const s3 = connectionType({
  type: "s3",
  title: "AWS S3",
  icon: "aws-s3",
  group: "Cloud",
  fields: {
    region: line("Region", "properties.region").optional(),
    profile: line("Profile", "properties.profile").optional(),
    username: credential("Access Key", "username").optional(),
    password: credential("Secret Key", "password").optional(),
    insecure_tls: insecureTls,
    bucket: line("Bucket", "properties.bucket"),
  },
  async test(connection, trial) {
    const { username, password, properties, url } = connection;
    const { bucket = "", region = "us-east-1", profile } = properties;
    if (profile && !username)
      throw new ConnectionFailure(
        "Profiles of the machine Quarterdeck runs on are not used",
        "Fill in access key and secret key.",
      );
    const sdk = await import("@aws-sdk/client-s3");
    const client = new sdk.S3Client({
      region: region || "us-east-1",
      // Another server than Amazon's; those rarely have a host name for each bucket.
      ...(url ? { endpoint: url, forcePathStyle: true } : {}),
      credentials: { accessKeyId: username ?? "", secretAccessKey: password ?? "" },
      // Without keys nobody signs: a bucket that is open to all.
      ...(username ? {} : { signer: { sign: <Request>(request: Request) => Promise.resolve(request) } }),
      requestHandler: handlerThrough(trial, connection),
      maxAttempts: 1,
    });
    const list = new sdk.ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1000 });
    return closing(
      trial.signal,
      () => client.destroy(),
      async () => {
        try {
          const { KeyCount = 0, IsTruncated = false } = await client.send(list, { abortSignal: trial.signal });
          const found = `${IsTruncated ? "more than " : ""}${countOf(KeyCount, "object", "objects")}`;
          return `S3 bucket ${bucket}, ${found}${username ? `, as ${username}` : ", as anybody"}`;
        } catch (error) {
          throw refusal(error as Error) ?? error;
        }
      },
    );
  },
});

/** The SDK asks through the one way out. */
function handlerThrough({ outbound, signal }: Trial, { insecure_tls }: OpenConnection) {
  return {
    metadata: { handlerProtocol: "http/1.1" },
    destroy: () => {},
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
    handle: async ({ protocol, hostname, port, path, query = {}, method, headers, body }: SdkRequest) => {
      const asked = Object.entries(query).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
      );
      const to = `${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}${asked.length > 0 ? `?${asked.join("&")}` : ""}`;
      const answer = await outbound.fetch(to, {
        method,
        headers,
        body: body as string | undefined,
        tls: { insecure: insecure_tls },
        timeoutMs: patienceMs,
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
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return new ConnectionFailure("The server refuses these keys", "Check access key and secret key.");
    case "NoSuchBucket":
      return new ConnectionFailure("There is no bucket of that name", "Check bucket and region.");
    case "AccessDenied":
    case "AllAccessDisabled":
      return new ConnectionFailure("These keys may not list the bucket", "Allow s3:ListBucket for them.");
    case "PermanentRedirect":
    case "AuthorizationHeaderMalformed":
    case "IllegalLocationConstraintException":
      return new ConnectionFailure("The bucket is in another region", "Check the region.");
    case "RequestTimeTooSkewed":
      return new ConnectionFailure("The clocks differ too much", "Set the clock of the machine Quarterdeck runs on.");
    case "Forbidden":
    case "Unauthorized":
      return refusedCredentials();
    default:
      return undefined;
  }
}
