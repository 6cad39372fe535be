// The scripts a page fetches until it is idle, and their size as gzip: sizes are exact, so that a budget can be a test.
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

export interface ScriptBytes {
  url: string;
  gzip: number;
}

export async function scriptBytes(page: Page, url: string): Promise<ScriptBytes[]> {
  const scripts: Promise<ScriptBytes>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      scripts.push(response.body().then((body) => ({ url: response.url(), gzip: gzipSync(body).length })));
  });
  await page.goto(url, { waitUntil: "networkidle" });
  return Promise.all(scripts);
}
