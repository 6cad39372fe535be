// Signs requests to AWS and to S3-compatible servers with AWS Signature Version 4. The packages are loaded when the
// first request needs them.

export interface RequestToSign {
  method: string;
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  region: string;
  /** The service in lower case, such as "sts" or "s3". */
  service: string;
  accessKey: string;
  secretKey: string;
  now?: Date;
}

/** Returns the headers to send. */
export async function signedHeaders(request: RequestToSign): Promise<Record<string, string>> {
  const { method, url, headers, body = "", region, service, accessKey, secretKey, now = new Date() } = request;
  const [{ SignatureV4 }, { Hash }] = await Promise.all([import("@smithy/signature-v4"), import("@smithy/core/serde")]);
  const isS3 = service === "s3";
  const signer = new SignatureV4({
    region,
    service,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    sha256: Hash.bind(null, "sha256"),
    // S3 uses paths unchanged and requires the digest of the body as a header. All other services encode paths twice.
    uriEscapePath: !isS3,
    applyChecksum: isS3,
  });
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: isS3 ? url.pathname.split("/").map(encodedPart).join("/") : url.pathname,
      query: Object.fromEntries([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)])),
      headers: { ...headers, host: url.host },
      body,
    },
    { signingDate: now },
  );
  return signed.headers;
}

/** Encodes a part of a URL by RFC 3986, which escapes more characters than encodeURIComponent. */
const encodedPart = (part: string) =>
  encodeURIComponent(decodeURIComponent(part)).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
