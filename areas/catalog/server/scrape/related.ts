// Converts the relationship rules of an entry to selectors. The save step resolves the selectors to items.
import { createHash } from "node:crypto";
import type { Json } from "#language/columns.ts";
import { labelEquals } from "#lib/selector/label-selector.ts";
import { percentEncode } from "#lib/text/match.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import type { Values } from "#lib/expression/compile.ts";
import type { Entry } from "../spec/entry.ts";
import { isFields } from "./document.ts";
import { type FoundRelationship, type Target, type Warn, Unfit } from "./found.ts";
import { valuesOf, type Draft, type ScraperNamed } from "./item-values.ts";
import { evaluated, exprOf, inWords, isMet, textOf } from "./lookup.ts";
import { sorted } from "./masks.ts";

type Rule = NonNullable<NonNullable<Entry["transform"]>["relationship"]>[number];

const fields = ["id", "external_id", "name", "namespace", "type", "agent", "scope"] as const;
type WantedItem = Partial<Record<(typeof fields)[number], string>> & { labels?: Readonly<Record<string, string>> };

/** The maximum number of selectors of one rule for one item. */
const maxSelectors = 1_000;

export async function withRelationships(
  draft: Draft,
  { transform }: Entry,
  { scraper, warn }: { scraper: ScraperNamed; warn: Warn },
): Promise<Draft> {
  const rules = transform?.relationship ?? [];
  if (rules.length === 0) return draft;
  const values = valuesOf(draft, scraper);
  const found: FoundRelationship[] = [...(draft.relationships ?? [])];
  for (const [index, rule] of rules.entries())
    try {
      if (!(await isMet(rule.filter, values))) continue;
      const selectorId = idOf(rule);
      for (const wanted of await selectorsOf(rule, draft, values))
        found.push({
          to: targetOf(wanted, scraper),
          relation: relationOf(rule, draft, wanted),
          selectorId,
          ...(rule.parent && { isParent: true }),
        });
    } catch (error) {
      warn(`Rule ${index + 1} of relationship cannot be evaluated: ${inWords(error)}`, { expr: exprOf(error) });
    }
  return { ...draft, relationships: found };
}

const idOf = (rule: Rule) =>
  createHash("md5")
    .update(JSON.stringify(sorted(rule as Json)))
    .digest("hex");

/** Returns the name of the relation. Default: the kinds of both items, such as `VMHypervisor`. */
function relationOf(rule: Rule, { type = "" }: Draft, wanted: WantedItem): string {
  return rule.relation || `${shortType(type)}${shortType(wanted.type ?? "")}` || "Related";
}

const shortType = (type: string) => type.slice(type.lastIndexOf("::") + 1).replaceAll(/[^\p{L}\p{N}]/gu, "");

async function selectorsOf(rule: Rule, draft: Draft, values: Values): Promise<WantedItem[]> {
  if (rule.expr) {
    const found = selectorsIn(await evaluated("cel", rule.expr, values));
    if (found === null) return [];
    return (Array.isArray(found) ? (found as readonly Json[]) : [found]).slice(0, maxSelectors).flatMap(parseSelector);
  }
  const wanted: WantedItem = rule.labels === undefined ? {} : { labels: rule.labels };
  for (const field of fields) {
    const lookup = rule[field];
    if (lookup === undefined) continue;
    const text = lookup.value
      ? lookup.value
      : lookup.label
        ? draft.labels?.[lookup.label]
        : lookup.expr
          ? textOf(await evaluated("cel", lookup.expr, values))
          : undefined;
    // A field that evaluates to an empty value would make the selector match too many items, so the whole selector is
    // dropped.
    if (!text) return [];
    wanted[field] = lookup.value ? text : literal(text);
  }
  return hasCriteria(wanted) ? [wanted] : [];
}

/** An expression returns selectors, or a JSON string with them (`[...].toJSON()`). */
function selectorsIn(value: Json): Json {
  if (typeof value !== "string") return value;
  if (value.trim() === "") return null;
  try {
    return JSON.parse(value) as Json;
  } catch {
    throw new Unfit("The expression returns a string that is not JSON. Return a list of selectors.");
  }
}

/** A selector that has only `agent` and `scope` matches no items. */
const hasCriteria = ({ labels = {}, ...rest }: WantedItem) =>
  Object.keys(rest).some((field) => field !== "agent" && field !== "scope") || Object.keys(labels).length > 0;

function parseSelector(selector: Json): WantedItem[] {
  if (!isFields(selector)) throw new Unfit("The selectors must be a list of objects.");
  const wanted: WantedItem = {};
  for (const field of fields) {
    const text = textOf(selector[field] ?? null);
    if (text !== undefined) wanted[field] = literal(text);
  }
  const { labels } = selector;
  if (isFields(labels))
    wanted.labels = Object.fromEntries(
      Object.entries(labels).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
    );
  return hasCriteria(wanted) ? [wanted] : [];
}

/** Escapes pattern characters, because values of expressions are literals. */
const literal = (text: string) => text.replaceAll(/[,*!%]|^\s|\s$/g, percentEncode);

const plainText = (pattern: string) => {
  try {
    return decodeURIComponent(pattern);
  } catch {
    return pattern;
  }
};

function targetOf(
  { external_id: externalId, type, scope, labels, ...rest }: WantedItem,
  scraper: ScraperNamed,
): Target {
  const isWild = [externalId, type].some((text) => text?.includes("*"));
  if (externalId !== undefined && Object.keys(rest).length === 0 && !labels && !isWild)
    return {
      item: {
        externalId: plainText(externalId),
        ...(type !== undefined && { type: plainText(type) }),
        ...(scope !== undefined && { scraper: plainText(scope) }),
      },
    };
  const selector: ResourceSelector = {
    ...rest,
    ...(type !== undefined && { types: [type] }),
    ...(scope !== "all" && { scope: scope ?? scraper.id }),
    ...(labels && {
      labelSelector: Object.entries(labels)
        .map(([key, value]) => labelEquals(key, value))
        .join(","),
    }),
    ...(externalId !== undefined && { fieldSelector: labelEquals("external_id", plainText(externalId)) }),
  };
  return { selector };
}
