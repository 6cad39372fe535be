// AWS Signature Version 4, as documented by AWS: authenticates requests to AWS and to servers compatible with S3.
import { createHash, createHmac } from "node:crypto";

export interface SignedRequest {
  method: string;
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  region: string;
  /** "sts", "s3". */
  service: string;
  accessKey: string;
  secretKey: string;
  now?: Date;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Encodes as RFC 3986, which encodes more characters than JavaScript. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The headers to send. */
export function signedHeaders(request: SignedRequest): Record<string, string> {
  const { method, url, body = "", region, service, accessKey, secretKey, now = new Date() } = request;
  const time = now.toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  const digest = sha256(body);
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    "x-amz-date": time,
    ...(service === "s3" ? { "x-amz-content-sha256": digest } : {}),
  };
  const names = Object.keys(headers).sort();
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const canonical = [
    method,
    canonicalPath(url, service),
    query,
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    "",
    names.join(";"),
    digest,
  ].join("\n");
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const key = [region, service, "aws4_request"].reduce(hmac, hmac(`AWS4${secretKey}`, time.slice(0, 8)));
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex");
  headers["authorization"] =
    `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
  return headers;
}

/** S3 uses paths as they are; all other services encode them once more. */
const canonicalPath = ({ pathname }: URL, service: string) =>
  pathname
    .split("/")
    .map((part) => (service === "s3" ? encoded(decodeURIComponent(part)) : encoded(part)))
    .join("/");
