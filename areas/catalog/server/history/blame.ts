// Finds, for each line of a document, the change that last touched it.
import type { QueryClient } from "#server/db/pool.ts";
import type { ConfigBlame, ConfigVersion } from "../../contract.ts";
import { normalText, withoutNulls } from "../../normal-text.ts";
import { withoutDiff } from "./document-at.ts";
import type { KeptItem } from "./read-history.ts";
import { linesOf, walkBack, type Gap } from "./walk-back.ts";
import { yamlLines } from "./yaml-lines.ts";

/** Computing the blame of a longer document would be slow, and the result would be unreadable. */
const maxLines = 50_000;

export async function blame(db: QueryClient, item: KeptItem, format: "yaml" | "json"): Promise<ConfigBlame> {
  const lines = linesOf(normalText(item.config));
  const { touched, gap } = await touchedBy(db, item, lines);
  const shown =
    format === "json" ? lines.map((text, json) => ({ text, json })) : yamlLines(withoutNulls(item.config), lines);
  const versions: ConfigVersion[] = [];
  const places = new Map<ConfigVersion, number>();
  const placeOf = (version: ConfigVersion) => {
    let place = places.get(version);
    if (place === undefined) places.set(version, (place = versions.push(version) - 1));
    return place;
  };
  return {
    format,
    lines: shown.map(({ text, json }) => {
      const version = touched[json];
      return { text, version: version === undefined ? null : placeOf(version) };
    }),
    versions,
    gap: gap ?? null,
  };
}

async function touchedBy(
  db: QueryClient,
  item: KeptItem,
  lines: readonly string[],
): Promise<{ touched: readonly (ConfigVersion | undefined)[]; gap: Gap | undefined }> {
  const touched = Array.from<ConfigVersion | undefined>({ length: lines.length });
  if (lines.length > maxLines)
    return {
      touched,
      gap: { before: new Date().toISOString(), reason: "The document is too long to compute the change of each line." },
    };
  let open = lines.length;
  let current: { source: unknown; version: ConfigVersion } | undefined;
  const steps = walkBack<number>(db, item, {
    mark: (line) => line,
    unknown: -1,
    onAdded(line, version) {
      if (line < 0) return;
      if (current?.source !== version) current = { source: version, version: withoutDiff(version) };
      touched[line] = current.version;
      open -= 1;
    },
  });
  for (;;) {
    const { value, done } = await steps.next();
    if (done) return { touched, gap: open > 0 ? value : undefined };
    if (value.gap) return { touched, gap: value.gap };
    // The change of every line is known, so earlier versions need not be read.
    if (open === 0) return { touched, gap: undefined };
  }
}
