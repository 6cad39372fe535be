// Signs requests to AWS, and to servers compatible with S3, with AWS Signature Version 4. The packages
// are loaded by the first request that needs them.

export interface RequestToSign {
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

/** The headers to send. */
export async function signedHeaders(request: RequestToSign): Promise<Record<string, string>> {
  const { method, url, headers, body = "", region, service, accessKey, secretKey, now = new Date() } = request;
  const [{ SignatureV4 }, { Hash }] = await Promise.all([import("@smithy/signature-v4"), import("@smithy/core/serde")]);
  const isS3 = service === "s3";
  const signer = new SignatureV4({
    region,
    service,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    sha256: Hash.bind(null, "sha256"),
    // S3 uses paths as they are and requires the digest of the body as a header; all other services encode paths once more.
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

/** Encodes as RFC 3986, which encodes more characters than JavaScript. */
const encodedPart = (part: string) =>
  encodeURIComponent(decodeURIComponent(part)).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
