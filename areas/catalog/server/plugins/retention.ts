// Computes the retention of a scraper: its own rules, and plugin rules for fields that it does not set.
import { isFields } from "../scrape/document.ts";
import type { PluginSpec } from "../spec/plugin.ts";
import type { Plugin } from "./load-plugins.ts";

type Retention = NonNullable<PluginSpec["retention"]>;

/** `own` is the stored value, which is not validated. */
export function retentionWith(
  own: unknown,
  plugins: readonly Pick<Plugin, "retention">[],
): Readonly<Record<string, unknown>> {
  const pluginRules = plugins.flatMap(({ retention }): Retention[] => (retention === undefined ? [] : [retention]));
  const written = isFields(own) ? own : {};
  if (pluginRules.length === 0) return written;
  return {
    ...firstOf(pluginRules, "staleItemAge"),
    ...firstOf(pluginRules, "staleAnalysisAge"),
    ...written,
    changes: added(
      [written["changes"]],
      pluginRules.flatMap(({ changes = [] }) => changes),
    ),
    types: added(
      [written["types"], written["type"]],
      pluginRules.flatMap(({ types = [], type = [] }) => [...types, ...type]),
    ),
    type: [],
  };
}

function firstOf(pluginRules: readonly Retention[], word: "staleItemAge" | "staleAnalysisAge") {
  const age = pluginRules.find((retention) => retention[word] !== undefined)?.[word];
  return age === undefined ? {} : { [word]: age };
}

/** A rule of the scraper replaces the rules of plugins with the same name. */
function added<Rule extends { name: string }>(own: readonly unknown[], rules: readonly Rule[]): unknown[] {
  const written = own.flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []));
  const names = new Set(written.map((rule) => (isFields(rule) ? rule["name"] : undefined)));
  return [...written, ...rules.filter(({ name }) => !names.has(name))];
}
