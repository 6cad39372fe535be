// Checks AWS signatures (version 4) independently of the code that creates them: "Create a signed AWS API request" in
// the AWS documentation.
import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Whether the request has the signature (version 4) that this secret key produces. */
export function isSignedWith(
  secret: string,
  { method, url, headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  body = "",
): boolean {
  const [, scope = "", names = "", signature = ""] =
    /Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\S+)/.exec(headers.authorization ?? "") ?? [];
  const [date = "", region = "", service = "", end = ""] = scope.split("/");
  const { pathname, searchParams } = new URL(url ?? "/", "http://s3");
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  const signed = names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
  // S3 sends the digest of the body in a header; for other services both sides compute it.
  const digest = headers["x-amz-content-sha256"] ?? createHash("sha256").update(body).digest("hex");
  const canonical = [method, pathname, query, signed.join(""), names, digest].join("\n");
  const hash = createHash("sha256").update(canonical).digest("hex");
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), end);
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hash].join("\n");
  return hmac(key, text).toString("hex") === signature;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
