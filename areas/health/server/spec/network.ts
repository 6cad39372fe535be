// Checks of what answers on a network.
import { z } from "zod";
import {
  connection,
  count,
  duration,
  filled,
  list,
  longText,
  namedEnvVar,
  number,
  part,
  templated,
  templateIssue,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { check, credentials, plainCheck, threshold } from "./check.ts";

const tls = part({
  insecureSkipVerify: yes.optional().meta({ label: "Accept any certificate" }),
  ca: text.optional(),
  cert: text.optional(),
  key: text.optional().meta({ secret: true }),
  handshakeTimeout: duration.optional(),
}).meta({ label: "TLS" });

export const http = check({
  url: templated.optional().meta({ label: "URL", placeholder: "https://example.org/health" }),
  endpoint: templated.optional().meta({ label: "Endpoint" }),
  connection: connection.optional(),
  method: z
    .enum(["GET", "POST", "PUT", "DELETE"], "must be GET, POST, PUT or DELETE")
    .optional()
    .meta({ label: "Method", description: "GET unless said." }),
  body: longText.optional().meta({ label: "Body", field: "long-text", description: "Not for GET and DELETE." }),
  templateBody: yes.optional().meta({ label: "Body is a template" }),
  headers: list(namedEnvVar).optional().meta({ label: "Headers" }),
  env: list(namedEnvVar).optional().meta({ label: "Variables" }),
  ...credentials,
  digest: yes.optional().meta({ label: "Digest authentication" }),
  ntlm: yes.optional().meta({ label: "NTLM authentication" }),
  ntlmv2: yes.optional().meta({ label: "NTLMv2 authentication" }),
  oauth2: part({ tokenURL: text.optional(), scope: texts.optional() }).optional().meta({ label: "OAuth 2" }),
  tlsConfig: tls.optional(),
  responseCodes: list(z.int("must be a whole number").min(100, "is no status").max(599, "is no status"))
    .optional()
    .meta({ label: "Response codes", description: "200 to 299 unless said." }),
  responseContent: text.optional().meta({ label: "Response Text (Exact Match)" }),
  thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
  maxSSLExpiry: number.optional().meta({ label: "Max SSL Expiry Age (days)" }),
  maxRedirects: count.optional().meta({ label: "Most redirects" }),
}).superRefine(({ url, endpoint, connection: by, method, body, templateBody }, context) => {
  const refuse = (at: string, message: string) => context.addIssue({ code: "custom", path: [at], message });
  if (!url && !endpoint && !by) refuse("url", "is required, unless an endpoint or a connection says it");
  if (url && endpoint) refuse("endpoint", "says the same as the URL: please give one of them");
  if (body && (method === undefined || method === "GET" || method === "DELETE"))
    refuse("body", `is not sent with ${method ?? "GET"}`);
  const issue = body !== undefined && templateBody === true ? templateIssue(body) : undefined;
  if (issue) context.addIssue({ ...issue, path: ["body"] });
});

export const tcp = check({
  endpoint: templated.min(1, "is required").meta({ label: "URL", placeholder: "host:port" }),
  thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
});

export const icmp = plainCheck({
  endpoint: filled.meta({ label: "Host" }),
  packetCount: count.optional().meta({ label: "Packet count" }),
  packetLossThreshold: threshold.optional().meta({ label: "Packet loss threshold (%)" }),
  thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
});

export const dns = plainCheck({
  query: filled.meta({ label: "Query", placeholder: "example.org" }),
  querytype: z
    .enum(["A", "PTR", "CNAME", "SRV", "MX", "TXT", "NS"], "must be A, PTR, CNAME, SRV, MX, TXT or NS")
    .optional()
    .meta({ label: "Record type" }),
  server: text.optional().meta({ label: "Server" }),
  port: count.max(65_535, "is at most 65535").optional().meta({ label: "Port" }),
  minrecords: count.optional().meta({ label: "Fewest records" }),
  exactreply: texts.optional().meta({ label: "Exact reply" }),
  timeout: number.optional().meta({ label: "Timeout (seconds)" }),
  thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
});

export const webhook = check({
  token: z.unknown().optional().meta({ label: "Token", field: "env-var", secret: true }),
});
