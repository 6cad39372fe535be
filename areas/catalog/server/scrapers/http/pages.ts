// Handles paginated responses: reads a page, computes the request of the next page, and joins pages into one document.
import { z } from "zod";
import { faultText } from "#lib/expression/check.ts";
import { compile, type Values } from "#lib/expression/compile.ts";
import { headerMap } from "#lib/expression/header-map.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { asJson } from "#lib/json/json.ts";
import type { Fetched } from "#server/outbound/outbound.ts";
import { ScraperInvalid } from "../../scrape/scraper-kind.ts";
import { readJson } from "../../scrape/read-json.ts";
import { readText } from "../reading/read-text.ts";

export interface Page {
  /** The parsed JSON, or the text if it is not JSON. */
  body: unknown;
  status: number;
  headers: Readonly<Record<string, string>>;
  url: string;
}

/** With a format other than JSON or YAML, the body is not parsed. */
export function pageOf(answer: Fetched, format: string | undefined): Page {
  const { status, headers, url } = answer;
  const text = readText(answer.body, headers["content-type"]);
  const isRead = format === undefined || /^(?:json|ya?ml)$/i.test(format);
  return { body: (isRead ? jsonIn(text) : undefined) ?? text, status, headers, url };
}

function jsonIn(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** The request of the next page; fields that are not set are copied from the first request. */
export interface NextPage {
  url: string;
  method?: string | undefined;
  body?: string | undefined;
  headers?: readonly { name: string; value: string }[] | undefined;
}

export async function nextPageOf(expression: string, page: Page, number: number): Promise<NextPage | undefined> {
  const { body, status, url } = page;
  const headers = headerMap(page.headers);
  const next = await computed("nextPageExpr", expression, { response: { body, status, headers, url }, page: number });
  const read = written.safeParse(typeof next === "string" || next === null ? { url: next } : next);
  if (!read.success) throw noPage();
  const { url: address, method, body: sent, headers: added } = read.data;
  if (!address) return undefined;
  const to = URL.parse(address, url);
  if (!to || !/^https?:$/.test(to.protocol)) throw noPage();
  // Credentials must not be sent to a different origin.
  const { origin } = new URL(url);
  if (to.origin !== origin)
    throw new ScraperInvalid(`nextPageExpr leads to ${to.origin}, but pages are only read from ${origin}.`);
  return {
    url: to.href,
    method,
    ...(sent !== undefined && { body: typeof sent === "string" ? sent : JSON.stringify(sent) }),
    ...(added && { headers: Object.entries(added).map(([name, value]) => ({ name, value: String(value) })) }),
  };
}

const written = z.object({
  url: z.string().nullish(),
  method: z.string().optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

const noPage = () =>
  new ScraperInvalid("nextPageExpr must return a URL, or an object with url, method, body and headers.");

/** Adds a page to the joined document. */
export async function joined(kept: { value: unknown } | undefined, page: unknown, reduce: string | undefined) {
  if (reduce) return computed("reduceExpr", reduce, { acc: kept?.value ?? [], page });
  if (!kept) return page;
  if (Array.isArray(kept.value) && Array.isArray(page)) return [...(kept.value as unknown[]), ...(page as unknown[])];
  throw new ScraperInvalid("The pages are not lists. Add a reduceExpr that joins the pages, or set perPage: true.");
}

async function computed(what: string, expression: string, values: Values): Promise<unknown> {
  try {
    return asJson(await (await compile("cel", expression)).run(values));
  } catch (error) {
    if (error instanceof ExpressionFault) throw new ScraperInvalid(`${what} cannot be computed: ${faultText(error)}`);
    throw error;
  }
}
