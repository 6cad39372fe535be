// Whether a web address answers as it should: with which status, how fast, with what in it, and with a certificate that lasts.
import { z } from "zod";
import type { Fetched, FetchOptions } from "#server/outbound/outbound.ts";
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
  templated,
  templateIssue,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { version } from "#server/version.ts";
import type { EnvVar } from "../../../connections/server/index.ts";
import { CheckInvalid, defineCheck, unhealthy, type CheckRun } from "../check-kind.ts";
import { check, credentials, threshold } from "../spec/check.ts";
import { tls, tlsTargetOf } from "../spec/tls.ts";
import { crawl } from "./http/crawl.ts";
import { detailOf, shown } from "./http/detail.ts";
import { judge } from "./http/judge.ts";
import { oauth2 } from "./http/oauth2.ts";
import { signIn } from "./http/sign-in.ts";

const crawling = part({
  depth: count.optional().meta({ label: "Depth", description: "10 unless said." }),
  parallelism: count.optional().meta({ label: "Pages at a time", description: "2 unless said." }),
  delay: duration.optional().meta({ label: "Pause", description: "500ms unless said." }),
  randomDelay: duration.optional().meta({ label: "Longer by up to", description: "100ms unless said." }),
  allowedDomains: texts.optional().meta({ label: "Domains", description: "That of the URL unless said." }),
  disallowedDomains: texts.optional().meta({ label: "Without domains" }),
  allowedURLFilters: texts.optional().meta({ label: "URLs (patterns)" }),
  disallowedURLFilters: texts.optional().meta({ label: "Without URLs (patterns)" }),
}).meta({ label: "Crawl" });

const spec = check({
  url: templated.optional().meta({ label: "URL", placeholder: "https://example.org/health" }),
  endpoint: templated.optional().meta({ label: "Endpoint" }),
  connection: connection.optional(),
  method: text
    .regex(/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i, "must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS")
    .optional()
    .meta({ label: "Method", description: "GET unless said." }),
  body: longText.optional().meta({ label: "Body", field: "long-text" }),
  templateBody: yes.optional().meta({ label: "Body is a template" }),
  headers: list(namedEnvVar).optional().meta({ label: "Headers" }),
  env: list(namedEnvVar).optional().meta({ label: "Variables" }),
  ...credentials,
  digest: yes.optional().meta({ label: "Digest authentication" }),
  ntlm: yes.optional().meta({ label: "NTLM authentication" }),
  ntlmv2: yes.optional().meta({ label: "NTLMv2 authentication" }),
  oauth2: oauth2.optional(),
  awsSigV4: part({
    connection: connection.optional(),
    accessKey: envVar.optional().meta({ label: "Access key", field: "env-var" }),
    secretKey: envVar.optional().meta({ label: "Secret key", field: "env-var", secret: true }),
    sessionToken: envVar.optional().meta({ label: "Session token", field: "env-var", secret: true }),
    region: text.optional().meta({ label: "Region" }),
    service: text.optional().meta({ label: "Service", placeholder: "execute-api" }),
  })
    .optional()
    .meta({ label: "AWS signature" }),
  tlsConfig: tls.optional(),
  responseCodes: list(z.int("must be a whole number").min(100, "is no status").max(599, "is no status"))
    .optional()
    .meta({ label: "Response codes", description: "200 to 299 unless said." }),
  responseContent: text.optional().meta({ label: "Response Text (Exact Match)" }),
  thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
  maxSSLExpiry: number.optional().meta({ label: "Max SSL Expiry Age (days)" }),
  maxRedirects: count.optional().meta({ label: "Most redirects", description: "10 unless said; 0 follows none." }),
  crawl: crawling.optional(),
}).superRefine(({ url, endpoint, connection: by, body, templateBody }, context) => {
  const refuse = (at: string, message: string) => context.addIssue({ code: "custom", path: [at], message });
  if (!url && !endpoint && !by) refuse("url", "is required, unless an endpoint or a connection says it");
  if (url && endpoint) refuse("endpoint", "says the same as the URL: please give one of them");
  const issue = body !== undefined && templateBody === true ? templateIssue(body) : undefined;
  if (issue) context.addIssue({ ...issue, path: ["body"] });
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
    const { url, request, refused } = await requestOf(given, run);
    if (given.crawl) return crawl(given.crawl, { start: url, request, run });
    let answer: Fetched;
    try {
      answer = await run.outbound.fetch(url, request);
    } catch (error) {
      if (!isTimeout(error) || run.signal.aborted) throw error;
      return unhealthy(`there was no answer within ${request.timeoutMs} ms`, { durationMs: request.timeoutMs });
    }
    if (answer.status === 401) refused?.();
    return judge(answer, { spec: given, url: shown(url.href), detail: detailOf(answer) });
  },
});

const isTimeout = (error: unknown) => error instanceof Error && error.name === "TimeoutError";

interface HttpRequest {
  url: URL;
  request: FetchOptions & { timeoutMs: number };
  refused: (() => void) | undefined;
}

async function requestOf(given: HttpSpec, run: CheckRun): Promise<HttpRequest> {
  const written = given.url || given.endpoint || "";
  const isReferred = Boolean(given.connection) || written.startsWith("connection://");
  const by = isReferred ? await run.connection({ ...given, url: written || undefined }) : undefined;
  const url = addressOf(by?.url ?? written);
  const inUrl = takeSignIn(url);
  const value = async (field: string | EnvVar | undefined) => (field === undefined ? "" : run.value(field));
  const username = (by ? by.username : await value(given.username)) || inUrl.username;
  const password = (by ? by.password : await value(given.password)) || inUrl.password;
  run.scrubber.know(password);
  const headers: Record<string, string> = { "user-agent": userAgent };
  for (const header of given.headers ?? []) headers[header.name.toLowerCase()] = await run.value(header);
  const body = given.body && given.templateBody ? await run.fill(given.body) : given.body || undefined;
  const tls = given.tlsConfig || by ? await tlsTargetOf(given.tlsConfig, by, run) : undefined;
  const { maxRedirects = usualMaxRedirects } = given;
  const method = (given.method ?? "GET").toUpperCase();
  const shownBy = await signIn(given, { url, method, body, username, password, tls }, run);
  return {
    url,
    refused: shownBy.refused,
    request: {
      method,
      // A header that somebody wrote down is meant.
      headers: { ...shownBy.headers, ...headers },
      body,
      tls,
      prove: shownBy.prove,
      timeoutMs: given.thresholdMillis || patienceMs,
      maxRedirects,
      signal: run.signal,
    },
  };
}

function addressOf(written: string): URL {
  const url = URL.parse(written.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw new CheckInvalid("The URL is none that can be asked: it needs to look like https://host/path.");
  return url;
}

function takeSignIn(url: URL): { username: string; password: string } {
  const { username, password } = url;
  if (username === "" && password === "") return { username, password };
  url.username = "";
  url.password = "";
  return { username: decoded(username), password: decoded(password) };
}

/** A percent sign that begins nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
