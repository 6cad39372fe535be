// Simulates an S3 whose listings follow the documentation
// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html): s3rver, which other tests use, omits common
// prefixes of folders that contain no object directly. Buckets are in the path, signatures and session tokens are
// checked, and pages are short so that every listing has several. The same host serves AssumeRole, as S3-compatible
// servers do.
import { isSignedWith } from "../servers/aws-signature.ts";
import type { Answer, Asked, StandIn } from "./stand-in.ts";

export interface StoredObject {
  content: string;
  modified?: Date;
}

export const storageKeys = { accessKey: "AKIASTORAGE", secretKey: "storageS/K7MDENGcanary" };
/** The role that these keys may assume, and the temporary keys of the role. */
export const readerRole = "arn:aws:iam::123456789012:role/reader";
export const roleKeys = {
  accessKey: "ASIAREADER",
  secretKey: "readerS/canaryTEMPORARY",
  sessionToken: "FwoGZXIvYXdzEcanary+/=",
};

/** Buckets by name, objects by key. Only the role may read `restricted`. */
export type Buckets = Map<string, Map<string, StoredObject>>;

const xml = (status: number, body: string): Answer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});
const refused = (status: number, code: string) =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export const objectStorage =
  (buckets: Buckets, { pageSize = 3 }: { pageSize?: number } = {}): StandIn =>
  (asked) => {
    const [, name = "", key = ""] = /^\/([^/]*)\/?(.*)$/s.exec(decodeURIComponent(asked.path)) ?? [];
    const identity = identityOf(asked);
    if (typeof identity !== "string") return identity;
    if (asked.method === "POST" && asked.body.includes("Action=AssumeRole")) return assumeRole(asked, identity);
    const bucket = buckets.get(name);
    if (!bucket) return refused(404, "NoSuchBucket");
    if (name === "restricted" && identity !== "role") return refused(403, "AccessDenied");
    if (key === "" && asked.method === "GET") return listing(name, bucket, asked.query, pageSize);
    if (asked.method === "PUT") {
      bucket.set(key, { content: asked.body });
      return { status: 200 };
    }
    const found = bucket.get(key);
    if (!found) return refused(404, "NoSuchKey");
    return { headers: { "content-type": "application/octet-stream" }, body: Buffer.from(found.content) };
  };

function identityOf({ method, url, headers, body }: Asked): "user" | "role" | Answer {
  const [, accessKey] = /Credential=([^/]+)\//.exec(headers["authorization"] ?? "") ?? [];
  const token = headers["x-amz-security-token"];
  const isUser = accessKey === storageKeys.accessKey;
  if (!isUser && accessKey !== roleKeys.accessKey) return refused(403, "InvalidAccessKeyId");
  if (token !== (isUser ? undefined : roleKeys.sessionToken)) return refused(400, "InvalidToken");
  const secret = isUser ? storageKeys.secretKey : roleKeys.secretKey;
  return isSignedWith(secret, { method, url, headers: { ...headers } }, body)
    ? isUser
      ? "user"
      : "role"
    : refused(403, "SignatureDoesNotMatch");
}

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
export function assumeRole({ body }: Asked, identity: string): Answer {
  const form = new URLSearchParams(body);
  const failed = (code: string) =>
    xml(
      403,
      `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${code}</Message></Error></ErrorResponse>`,
    );
  if (!/^[\w+=,.@-]{2,64}$/.test(form.get("RoleSessionName") ?? "")) return failed("ValidationError");
  if (identity !== "user" || form.get("RoleArn") !== readerRole) return failed("AccessDenied");
  const { accessKey, secretKey, sessionToken } = roleKeys;
  const end = new Date(Date.now() + 3_600_000).toISOString();
  return xml(
    200,
    `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/reader/quarterdeck</Arn></AssumedRoleUser><Credentials><AccessKeyId>${accessKey}</AccessKeyId><SecretAccessKey>${secretKey}</SecretAccessKey><SessionToken>${sessionToken}</SessionToken><Expiration>${end}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
  );
}

function listing(
  name: string,
  bucket: ReadonlyMap<string, StoredObject>,
  query: URLSearchParams,
  pageSize: number,
): Answer {
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
  const most = Math.min(pageSize, Number(query.get("max-keys") ?? pageSize));
  // Keys are in byte order; a common prefix is listed at the position of its first key.
  const entries = new Map<string, StoredObject | undefined>();
  for (const key of [...bucket.keys()].filter((item) => item.startsWith(prefix)).sort()) {
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    if (end < 0) entries.set(key, bucket.get(key));
    else entries.set(key.slice(0, end + delimiter.length), undefined);
  }
  const rest = [...entries].filter(([key]) => key > after);
  const page = rest.slice(0, most);
  const isTruncated = rest.length > page.length;
  const contents = page.flatMap(([key, object]) =>
    object
      ? `<Contents><Key>${escaped(key)}</Key><LastModified>${(object.modified ?? new Date()).toISOString()}</LastModified><Size>${Buffer.byteLength(object.content)}</Size><StorageClass>STANDARD</StorageClass></Contents>`
      : `<CommonPrefixes><Prefix>${escaped(key)}</Prefix></CommonPrefixes>`,
  );
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(page.at(-1)![0]).toString("base64")}</NextContinuationToken>`
    : "";
  return xml(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${name}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`,
  );
}
