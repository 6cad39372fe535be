// Runs a scraper spec once with its kind; returns the documents before transforms create items from them.
import { credentialsIn, failureOf, type OpenConnection } from "#areas/connections/server/index.ts";
import { RateLimited, ScraperInvalid, type ScrapeRun } from "#areas/catalog/server/scrape/scraper-kind.ts";
import { parseEntry } from "#areas/catalog/server/run/prepare.ts";
import { scraperKinds } from "#areas/catalog/server/scrapers/index.ts";
import type { Scraped } from "#areas/catalog/server/scrape/found.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { testLog } from "../support/database.ts";
import { waitMs } from "../support/time-limits.ts";

export interface Circumstances {
  outbound?: Outbound;
  folders?: readonly string[];
  connections?: Readonly<Record<string, Partial<OpenConnection>>>;
  /** Maximum number of documents, after which the scrape stops. */
  most?: number;
}

export interface ScrapedOnce {
  found: Scraped[];
  failed: string[];
  warned: string[];
  invalid?: string;
  error?: string;
  until?: Date;
}

const env = {
  allowExec: true,
  dataDir: "/nonexistent/data",
  commandEnvironment: { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" },
};

export async function scrapeOnce(type: string, spec: object, more: Circumstances = {}): Promise<ScrapedOnce> {
  const { outbound = createOutbound(), folders = [], connections = {}, most = 100_000 } = more;
  const kind = scraperKinds.find((scraperKind) => scraperKind.type === type);
  if (!kind) throw new Error(`There is no scraper kind ${type}`);
  const scrubber = createScrubber();
  const outcome: ScrapedOnce = { found: [], failed: [], warned: [] };
  const run: ScrapeRun = {
    scraper: { id: "01941f29-7c00-7000-8000-000000000003", name: "tests", namespace: "default", labels: {} },
    outbound,
    exec: createExec({ env, log: testLog }),
    files: createFiles({ allowDirectories: [...folders], dataDir: "/nowhere", secretsDir: undefined }),
    // Scrapers of Quarterdeck itself are tested elsewhere.
    system: undefined as unknown as ScrapeRun["system"],
    log: testLog,
    signal: AbortSignal.timeout(waitMs),
    scrubber,
    connection: async ({ connection = "", url, ...own }) => ({
      id: null,
      name: "",
      namespace: "default",
      type: "",
      certificate: null,
      insecure_tls: false,
      properties: {},
      url: connection.startsWith("connection://") || connection === "" ? null : connection,
      username: null,
      password: null,
      ...connections[connection],
      ...(url === undefined ? {} : { url }),
      ...textsOf(credentialsIn(own)),
    }),
    value: async (value) => textOf(value),
    fill: async (text, values = {}) =>
      text.replaceAll(/\{\{\s*\.(\w+)\s*\}\}/g, (_, name: string) =>
        JSON.stringify(values[name] ?? "").replaceAll('"', ""),
      ),
    fail: (error) => void outcome.failed.push(scrubber.text(error)),
    warn: (warning) => void outcome.warned.push(scrubber.text(warning)),
  };
  try {
    for await (const scraped of kind.scrape(parseEntry(kind, spec), run)) {
      outcome.found.push(scraped);
      if (outcome.found.length >= most) break;
    }
  } catch (error) {
    if (error instanceof RateLimited) outcome.until = error.until;
    else if (error instanceof ScraperInvalid) outcome.invalid = error.message;
    else {
      const { message, fix } = failureOf(error);
      outcome.error = scrubber.text([message, fix].filter(Boolean).join(". "));
    }
  }
  return outcome;
}

const textsOf = ({ username, password }: ReturnType<typeof credentialsIn>) => ({
  ...(username === undefined ? {} : { username: textOf(username) }),
  ...(password === undefined ? {} : { password: textOf(password) }),
});

const textOf = (value: string | { value?: string | undefined }) =>
  typeof value === "string" ? value : (value.value ?? "");
