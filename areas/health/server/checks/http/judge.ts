// Evaluates a response in this order: status, time, content, certificate. With listed status codes, a wrong status is
// the only reported failure; otherwise all failures are reported.
import type { Fetched } from "#server/outbound/outbound.ts";
import { headerMap } from "#lib/expression/header-map.ts";
import { Span } from "#lib/expression/values.ts";
import type { Outcome } from "../../check-kind.ts";
import type { Metric } from "../../run/result.ts";
import type { HttpSpec } from "../http.ts";
import { readJson, tooDeep } from "#lib/json/read-json.ts";
import type { Detail } from "./detail.ts";

const dayMs = 24 * 60 * 60 * 1000;

interface Judging {
  spec: HttpSpec;
  /** The URL without secrets. */
  url: string;
  detail: Detail;
}

export function judge(answer: Fetched, { spec, url, detail }: Judging): Outcome {
  const { status, totalMs: durationMs, tls } = answer;
  const content = answer.text();
  const expiresInMs = tls === undefined ? undefined : tls.certificate.validToDate.getTime() - Date.now();
  const { json = {}, fault } = isJson(answer) ? readContent(content) : {};
  const found = {
    durationMs,
    detail,
    data: {
      code: status,
      headers: headerMap(canonical(answer.headers)),
      elapsed: new Span(durationMs),
      sslAge: expiresInMs === undefined ? undefined : new Span(expiresInMs),
      content,
      json,
    },
    metrics: metricsOf(status, url, expiresInMs),
  };
  const wrong = faultsOf(answer, { spec, content, unreadable: fault, expiresInMs });
  if (wrong.length === 0) return { pass: true, ...found };
  const tookTooLong = durationMs > (spec.thresholdMillis || Number.POSITIVE_INFINITY);
  return { pass: false, error: wrong.join(", "), tookTooLong, ...found };
}

function faultsOf(
  { status, totalMs }: Fetched,
  {
    spec,
    content,
    unreadable,
    expiresInMs,
  }: { spec: HttpSpec; content: string; unreadable: string | undefined; expiresInMs: number | undefined },
): string[] {
  const { responseCodes: codes = [], thresholdMillis: limit = 0, responseContent, maxSSLExpiry } = spec;
  const wrong: string[] = [];
  if (codes.length > 0 && !codes.includes(status))
    return [`the status is ${status} and not ${codes.length === 1 ? "" : "one of "}${codes.join(", ")}`];
  if (codes.length === 0 && (status < 200 || status > 299)) wrong.push(`the status is ${status} and not 200 to 299`);
  if (limit > 0 && totalMs > limit) wrong.push(`the response took ${Math.round(totalMs)} ms, longer than ${limit} ms`);
  if (responseContent && !content.includes(responseContent))
    wrong.push(`the response does not contain ${JSON.stringify(responseContent)}`);
  if (unreadable !== undefined && !spec.test) wrong.push(unreadable);
  if (maxSSLExpiry !== undefined && maxSSLExpiry > 0) {
    if (expiresInMs === undefined) wrong.push("the maximum certificate age does not apply: the URL is not https");
    else if (expiresInMs < maxSSLExpiry * dayMs)
      wrong.push(`the certificate expires in ${days(expiresInMs)}, and should be valid for ${maxSSLExpiry} days`);
  }
  return wrong;
}

const days = (ms: number) => {
  const whole = Math.floor(ms / dayMs);
  return whole === 1 ? "1 day" : `${whole} days`;
};

const isJson = ({ headers, body }: Fetched) => body.length > 0 && /\bjson\b/i.test(headers["content-type"] ?? "");

function readContent(content: string): { json?: unknown; fault?: string } {
  try {
    return { json: readJson(content) };
  } catch (error) {
    const isDeep = (error as Error).message === tooDeep;
    return {
      fault: isDeep
        ? "the JSON of the response is nested too deeply"
        : "the response is declared as JSON, but is not valid JSON",
    };
  }
}

/** Uses the letter case that expressions expect for headers: `Content-Type`. */
function canonical(headers: Fetched["headers"]): Record<string, string> {
  const renamed: Record<string, string> = {};
  for (const name in headers) renamed[canonicalName(name)] = headers[name]!;
  return renamed;
}

const names = new Map<string, string>();
const maxNames = 1_000;

function canonicalName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const canonical = name.replaceAll(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase());
  if (names.size < maxNames) names.set(name, canonical);
  return canonical;
}

function metricsOf(status: number, url: string, expiresInMs: number | undefined): Metric[] {
  const metrics: Metric[] = [
    { name: "response_code", type: "counter", labels: { code: String(status), url }, value: 1 },
    {
      name: "canary_check_http_response_status",
      type: "counter",
      labels: { status: String(status), statusClass: `${Math.floor(status / 100)}xx`, url },
      value: 1,
    },
  ];
  if (expiresInMs !== undefined)
    metrics.push({
      name: "canary_check_http_ssl_expiry",
      type: "gauge",
      labels: { url },
      value: Math.floor(expiresInMs / dayMs),
    });
  return metrics;
}
