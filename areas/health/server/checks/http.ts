// Whether a web address answers as it should: with which status, how fast, with what in it, and with a certificate that lasts.
import { z } from "zod";
import type { Fetched, TlsTarget } from "#server/outbound/outbound.ts";
import {
  connection,
  count,
  duration,
  envVar,
  list,
  longText,
  namedEnvVar,
  number,
  part,
  text,
  templated,
  templateFault,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { version } from "#server/version.ts";
import { shownUrl } from "../../../connections/server/index.ts";
import { CheckInvalid, defineCheck, unhealthy, type CheckRun } from "../check-kind.ts";
import { check, credentials, threshold } from "../spec/check.ts";
import { detailOf } from "./http/detail.ts";
import { judge } from "./http/judge.ts";

const tls = part({
  insecureSkipVerify: yes.optional().meta({ label: "Accept any certificate" }),
  ca: envVar.optional().meta({ label: "Certificate authority (PEM)", field: "env-var" }),
  cert: envVar.optional().meta({ label: "Client certificate (PEM)", field: "env-var" }),
  key: envVar.optional().meta({ label: "Client key (PEM)", field: "env-var", secret: true }),
  handshakeTimeout: duration.optional(),
}).meta({ label: "TLS" });

const spec = check({
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
}).superRefine(({ url, endpoint, connection: by, method = "GET", body, templateBody }, context) => {
  const refuse = (at: string, message: string) => context.addIssue({ code: "custom", path: [at], message });
  if (!url && !endpoint && !by) refuse("url", "is required, unless an endpoint or a connection says it");
  if (url && endpoint) refuse("endpoint", "says the same as the URL: please give one of them");
  if (body && (method === "GET" || method === "DELETE")) refuse("body", `is not sent with ${method}`);
  const fault = body !== undefined && templateBody === true ? templateFault(body) : undefined;
  if (fault !== undefined) refuse("body", fault);
});

export type HttpSpec = z.output<typeof spec>;

/** How long an answer may take when nobody said. */
const patienceMs = 30_000;
const usualMaxRedirects = 10;
const userAgent = `Quarterdeck/${version}`;

export const http = defineCheck({
  type: "http",
  title: "HTTP",
  icon: "http",
  spec,
  endpoint: ({ url, endpoint, connection: by }) => shown(url || endpoint || by || ""),

  async run(given, run) {
    const target = await targetOf(given, run);
    const { thresholdMillis } = given;
    const timeoutMs = thresholdMillis || patienceMs;
    let answer: Fetched;
    try {
      answer = await run.outbound.fetch(target.url, {
        method: given.method,
        headers: { "user-agent": userAgent, ...target.headers },
        body: given.body || undefined,
        tls: target.tls,
        timeoutMs,
        maxRedirects: given.maxRedirects ?? usualMaxRedirects,
        signal: run.signal,
      });
    } catch (error) {
      if (!isTimeout(error) || run.signal.aborted) throw error;
      return unhealthy(`there was no answer within ${timeoutMs} ms`, { durationMs: timeoutMs });
    }
    const url = shown(target.url.href);
    return judge(answer, { spec: given, url, detail: detailOf(answer) });
  },
});

const isTimeout = (error: unknown) => error instanceof Error && error.name === "TimeoutError";

/** What is told is without user, password and what is named as secret. */
const shown = (url: string) => shownUrl(url, "http");

interface HttpTarget {
  url: URL;
  headers: Record<string, string>;
  tls: TlsTarget | undefined;
}

async function targetOf(given: HttpSpec, run: CheckRun): Promise<HttpTarget> {
  const written = given.url || given.endpoint || "";
  const isReferred = Boolean(given.connection) || written.startsWith("connection://");
  const by = isReferred ? await run.connection({ ...given, url: written || undefined }) : undefined;
  const url = addressOf(by ? (by.url ?? "") : written);
  const username = by ? by.username : given.username === undefined ? null : await run.value(given.username);
  const password = by ? by.password : given.password === undefined ? null : await run.value(given.password);
  const headers: Record<string, string> = {};
  if (username || password) {
    url.username = encodeURIComponent(username ?? "");
    url.password = encodeURIComponent(password ?? "");
    run.scrubber.know(password);
  }
  for (const header of given.headers ?? []) headers[header.name.toLowerCase()] = await run.value(header);
  return { url, headers, tls: await tlsOf(given, by, run) };
}

function addressOf(written: string): URL {
  const url = URL.parse(written.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw new CheckInvalid("The URL is none that can be asked: it needs to look like https://host/path.");
  return url;
}

async function tlsOf(
  { tlsConfig }: HttpSpec,
  by: { insecure_tls: boolean; certificate: string | null } | undefined,
  run: CheckRun,
): Promise<TlsTarget | undefined> {
  if (!tlsConfig && !by) return undefined;
  const { insecureSkipVerify, ca, cert, key } = tlsConfig ?? {};
  const value = async (given: typeof ca) => (given === undefined ? undefined : (await run.value(given)) || undefined);
  const client = { cert: await value(cert), key: await value(key) };
  run.scrubber.know(client.key);
  return {
    insecure: insecureSkipVerify ?? by?.insecure_tls,
    ca: (await value(ca)) ?? by?.certificate ?? undefined,
    ...client,
  };
}
