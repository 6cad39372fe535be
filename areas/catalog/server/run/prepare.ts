// Validates an entry and fills its templates. Templates that are evaluated for each item stay unchanged.
import { filledSpec, filledText, variablesIn, type Filling } from "#server/spec/fill.ts";
import type { z } from "zod";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { maskSpec } from "#server/spec/masked-spec.ts";
import { secretPlaces, secretTexts } from "#server/spec/secret-places.ts";
import { mask } from "#server/spec/secret-text.ts";
import { templatedPlaces } from "#server/spec/templated-places.ts";
import type { EnvVar, Reach, Reaching } from "#areas/connections/server/index.ts";
import { ScraperInvalid, type ScraperKind } from "../scrape/scraper-kind.ts";
import { isEntryField, type Entry } from "../spec/entry.ts";
import type { RunnableScraper, WrittenEntry } from "./runnable.ts";

export interface Prepared {
  spec: Entry;
  fill(text: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
}

export async function prepare(
  { kind, written }: WrittenEntry,
  scraper: RunnableScraper,
  {
    reach,
    around,
    scrubber,
  }: { reach: Reach; around: Readonly<Record<string, unknown>>; scrubber: Pick<Scrubber, "know"> },
): Promise<Prepared> {
  const parsed = parseEntry(kind, written);
  refuseMasks(kind.spec, written);
  scrubber.know(...secretTexts(kind.spec, written), ...secretTexts(undefined, { env: scraper.spec["env"] }));
  const entry = withMaskedOutput(kind.spec, parsed);
  const own = entry as Reaching & { env?: unknown };
  const filling: Filling<string | EnvVar> = {
    around,
    variables: variablesIn<string | EnvVar>(scraper.spec["env"], own.env),
    value: reach.value,
    async credentials() {
      const found = await reach.connection({ ...own, url: undefined });
      return {
        username: found.username ?? "",
        password: found.password ?? "",
        name: found.name || scraper.name,
        namespace: found.namespace,
      };
    },
  };
  const places = templatedPlaces(kind.spec, entry).filter(({ path }) => !isEntryField(String(path[0])));
  return {
    spec: places.length > 0 ? await filledSpec(entry, places, filling) : entry,
    fill: (text, more) => filledText(text, filling, { what: "The text", ...(more && { more }) }),
  };
}

/** Parses the entry with the schema of its kind. Throws a ScraperInvalid that lists the problems. */
export function parseEntry(kind: ScraperKind, written: unknown): Entry {
  const parsed = kind.spec.safeParse(written);
  if (parsed.success) return parsed.data as Entry;
  throw new ScraperInvalid(
    parsed.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.map(String).join(".")} ${issue.message}`.trim().replace(/\.?$/, "."))
      .join(" "),
  );
}

function refuseMasks(schema: z.ZodType, written: unknown): void {
  const masked = secretPlaces(schema, written).find(({ value }) => String(value).includes(mask));
  if (masked)
    throw new ScraperInvalid(
      `${masked.path.join(".")} contains ${mask} instead of a credential. Enter the credential again.`,
    );
}

/** Masks properties and tags, because they become part of the items, which every user can read. */
export function withMaskedOutput(schema: z.ZodType, entry: Entry): Entry {
  const { properties, tags } = maskSpec(schema, { properties: entry.properties, tags: entry.tags }).masked as Entry;
  return { ...entry, ...(properties && { properties }), ...(tags && { tags }) };
}
