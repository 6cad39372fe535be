// Applies the change rules of an entry: a change can be excluded, modified or assigned to a different item.
import type { Values } from "#lib/expression/compile.ts";
import { parseSeverity } from "#language/severity.ts";
import type { Entry } from "../spec/entry.ts";
import { isLeftOut, type FoundChange, type JudgeChange, type Warn } from "./found.ts";
import { valuesOf, type Draft, type ScraperNamed } from "./item-values.ts";
import { evaluated, exprOf, inWords, isMet, textOf } from "./lookup.ts";
import type { PluginRules } from "./plugin-rules.ts";

type Rules = NonNullable<NonNullable<Entry["transform"]>["changes"]>;
type Mapping = NonNullable<Rules["mapping"]>[number];

interface Judging {
  scraper: ScraperNamed;
  warn: Warn;
}

/** Returns undefined if there are no rules. The rules of plugins are applied to the result of the entry's rules. */
export function judgeBy(
  draft: Draft,
  entry: Entry,
  { scraper, warn, plugins = [] }: Judging & { plugins?: readonly PluginRules[] | undefined },
): JudgeChange | undefined {
  const judges = [
    judgeOf(draft, entry, { scraper, warn }),
    ...plugins.map(({ words, report }) =>
      judgeOf(draft, words, { scraper, warn: (warning, at) => warn(report(warning), at) }),
    ),
  ].filter((judge) => judge !== undefined);
  if (judges.length < 2) return judges[0];
  return async (change) => {
    let judged = change;
    for (const judge of judges) if (!isLeftOut(judged)) judged = await judge(judged);
    return judged;
  };
}

/** `draft` contains the known fields of the item that owns the changes. */
function judgeOf(draft: Draft, { transform }: Entry, { scraper, warn }: Judging): JudgeChange | undefined {
  const { exclude = [], mapping = [] } = transform?.changes ?? {};
  if (exclude.length === 0 && mapping.length === 0) return undefined;
  const item = valuesOf(draft, scraper);

  const isTrue = async (rule: string | undefined, values: Values, name: string) => {
    try {
      return await isMet(rule, values);
    } catch (error) {
      warn(`${name} cannot be evaluated: ${inWords(error)}`, { expr: exprOf(error) });
      return false;
    }
  };

  return async (change) => {
    const values = changeValues(change, item);
    for (const [index, rule] of exclude.entries())
      if (await isTrue(rule, values, `Rule ${index + 1} of changes.exclude`)) return { ...change, action: "exclude" };
    let judged = change;
    for (const [index, rule] of mapping.entries()) {
      const name = `Rule ${index + 1} of changes.mapping`;
      const seen = judged === change ? values : changeValues(judged, item);
      if (!(await isTrue(rule.filter, seen, name))) continue;
      try {
        judged = await mapped(judged, rule, seen);
      } catch (error) {
        warn(`${name} cannot be evaluated: ${inWords(error)}`, { expr: exprOf(error) });
      }
    }
    return judged;
  };
}

async function mapped(change: FoundChange, rule: Mapping, values: Values): Promise<FoundChange> {
  const { type, severity, summary, action, target, ancestor_type: ancestorType } = rule;
  const externalId = rule.config_id ? textOf(await evaluated("cel", rule.config_id, values)) : change.of?.externalId;
  const text = summary ? textOf(await evaluated("template", summary, values)) : undefined;
  return {
    ...change,
    ...(type && { type }),
    ...(severity && { severity: parseSeverity(severity) }),
    ...(text !== undefined && { summary: text }),
    ...(action && { action }),
    ...(ancestorType && { ancestorType }),
    ...(target && { target }),
    ...(externalId !== undefined && {
      of: {
        externalId,
        type: rule.config_type ?? (rule.config_id ? undefined : change.of?.type),
        scraper: rule.scraper_id ?? (rule.config_id ? undefined : change.of?.scraper),
      },
    }),
  };
}

/**
 * Expressions can use the fields of the change; fields of the item that have the same name get the prefix `config_`.
 */
function changeValues(change: FoundChange, item: Values): Values {
  const own = {
    external_id: change.of?.externalId ?? item["external_id"],
    config_type: change.of?.type ?? item["config_type"],
    external_change_id: change.externalId,
    action: change.action ?? "",
    change_type: change.type,
    patches: change.patches ?? null,
    summary: change.summary ?? "",
    severity: change.severity ?? "",
    source: change.source ?? "",
    created_by: change.createdBy ?? "",
    created_at: change.createdAt?.toISOString() ?? "",
    details: change.details ?? {},
    diff: change.diff ?? "",
    config_id: "",
    update_existing: false,
  };
  return {
    ...item,
    config_external_id: item["external_id"],
    config_source: item["source"],
    config_created_at: item["created_at"],
    ...own,
    change: own,
    patch: own.patches ?? {},
  };
}
