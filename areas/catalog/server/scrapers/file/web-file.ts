// Reads one file at a web address.
import { requestOf, shownUrl } from "#areas/connections/server/index.ts";
import type { ScrapeRun } from "../../scrape/scraper-kind.ts";
import type { FileSpec } from "./spec.ts";
import { fetchWithRetries } from "../reading/fetch-with-retries.ts";
import { readText } from "../reading/read-text.ts";
import type { ReadFile } from "./read-file.ts";

const limits = { timeoutMs: 2 * 60_000, maxRedirects: 10, maxBytes: 64 * 1024 * 1024 };

export async function* webFile(spec: FileSpec, run: ScrapeRun): AsyncGenerator<ReadFile> {
  const { url: written, connection, username, password, authentication, auth } = spec;
  const make = () => requestOf({ url: written, connection, username, password, authentication, auth }, run, limits);
  const { answer, url } = await fetchWithRetries(make, run);
  const type = answer.headers["content-type"] ?? "";
  const place = shownUrl(new URL(".", url).href, "http").replace(/\/$/, "");
  const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1) || "index";
  // A URL without an extension gets the extension of its Content-Type.
  const ending = /\.\w+$/.test(name) ? "" : /json/.test(type) ? ".json" : /yaml/.test(type) ? ".yaml" : "";
  yield { path: `${name}${ending}`, place, text: readText(answer.body, type) };
}
