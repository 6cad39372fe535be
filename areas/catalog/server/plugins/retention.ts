// How long what a scraper found is kept: as it says itself, and where it says nothing, as plugins do.
import { isFields } from "../scrape/document.ts";
import type { PluginSpec } from "../spec/plugin.ts";
import type { Plugin } from "./load-plugins.ts";

type Retention = NonNullable<PluginSpec["retention"]>;

/** `own` is as it is written, and may be anything. */
export function retentionWith(
  own: unknown,
  plugins: readonly Pick<Plugin, "retention">[],
): Readonly<Record<string, unknown>> {
  const said = plugins.flatMap(({ retention }): Retention[] => (retention === undefined ? [] : [retention]));
  const written = isFields(own) ? own : {};
  if (said.length === 0) return written;
  return {
    ...firstOf(said, "staleItemAge"),
    ...firstOf(said, "staleAnalysisAge"),
    ...written,
    changes: added(
      [written["changes"]],
      said.flatMap(({ changes = [] }) => changes),
    ),
    types: added(
      [written["types"], written["type"]],
      said.flatMap(({ types = [], type = [] }) => [...types, ...type]),
    ),
    type: [],
  };
}

function firstOf(said: readonly Retention[], word: "staleItemAge" | "staleAnalysisAge") {
  const age = said.find((one) => one[word] !== undefined)?.[word];
  return age === undefined ? {} : { [word]: age };
}

/** What the scraper has a rule of is its own business. */
function added<Rule extends { name: string }>(own: readonly unknown[], rules: readonly Rule[]): unknown[] {
  const written = own.flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []));
  const names = new Set(written.map((rule) => (isFields(rule) ? rule["name"] : undefined)));
  return [...written, ...rules.filter(({ name }) => !names.has(name))];
}
