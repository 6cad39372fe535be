// A request to the webhook of a playbook.
import { readJson } from "#lib/json/read-json.ts";
import { Problem, problem } from "#language/problem.ts";

/** The limit of the body in bytes. */
export const maxDeliveryBytes = 1024 * 1024;

export interface Delivery {
  url: string;
  method: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  body: Uint8Array;
}

export function headerOf({ headers }: Delivery, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

export function refuseLarge({ body }: Delivery): void {
  if (body.length > maxDeliveryBytes) throw new Problem("too_large", "The body of a webhook can have at most 1 MB.");
}

/** Headers with credentials of the sender, which playbooks do not need and runs must not store. */
const credentials = new Set(["authorization", "cookie", "proxy-authorization"]);

export interface WebhookRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  params: Readonly<Record<string, unknown>>;
  content: string;
  json: unknown;
}

/** Returns the variable `request` of the run. Only a JSON body is parsed. */
export function webhookRequest(delivery: Delivery): WebhookRequest {
  const { url, method, headers, query, body } = delivery;
  const content = Buffer.from(body).toString("utf8");
  const isJson = /^application\/json\b/i.test(headerOf(delivery, "content-type") ?? "");
  const kept = Object.keys(headers).filter((name) => headers[name] !== undefined && !credentials.has(name));
  return {
    url,
    method,
    headers: Object.fromEntries(kept.map((name) => [name, headerOf(delivery, name)!])),
    params: query,
    content,
    json: isJson && content.trim() !== "" ? jsonOf(content) : {},
  };
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    throw problem.invalid("The body is not valid JSON, although its content type is JSON.");
  }
}
