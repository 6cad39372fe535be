// To what an item belongs: what the rules of its entry look for, every field of them a value. Who finds it is who saves.
import { createHash } from "node:crypto";
import type { Json } from "#language/columns.ts";
import { percentEncode } from "#language/match.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import type { Values } from "#server/expression/compile.ts";
import type { Entry } from "../spec/entry.ts";
import { isFields } from "./document.ts";
import type { FoundRelationship, Target, Warn } from "./found.ts";
import { valuesOf, type Draft } from "./item-values.ts";
import { evaluated, exprOf, inWords, isMet, textOf } from "./lookup.ts";
import { sorted } from "./masks.ts";
import type { ScraperNamed } from "./scrape.ts";
import { Unfit } from "./unfit.ts";

type Rule = NonNullable<NonNullable<Entry["transform"]>["relationship"]>[number];

const fields = ["id", "external_id", "name", "namespace", "type", "agent", "scope"] as const;
type Wanted = Partial<Record<(typeof fields)[number], string>> & { labels?: Readonly<Record<string, string>> };

/** Of one item, by one rule. */
const most = 1_000;

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
      for (const wanted of await wantedBy(rule, draft, values))
        found.push({
          to: targetOf(wanted, scraper),
          relation: relationOf(rule, draft, wanted),
          selectorId,
          ...(rule.parent && { isParent: true }),
        });
    } catch (error) {
      warn(`Rule ${index + 1} of relationship cannot be told: ${inWords(error)}`, { expr: exprOf(error) });
    }
  return { ...draft, relationships: found };
}

const idOf = (rule: Rule) =>
  createHash("md5")
    .update(JSON.stringify(sorted(rule as Json)))
    .digest("hex");

/** As edges are called: the kinds of both ends, `VMHypervisor`. */
function relationOf(rule: Rule, { type = "" }: Draft, wanted: Wanted): string {
  return rule.relation || `${shortType(type)}${shortType(wanted.type ?? "")}` || "Related";
}

const shortType = (type: string) => type.slice(type.lastIndexOf("::") + 1).replaceAll(/[^\p{L}\p{N}]/gu, "");

async function wantedBy(rule: Rule, draft: Draft, values: Values): Promise<Wanted[]> {
  if (rule.expr) {
    const found = selectorsIn(await evaluated("cel", rule.expr, values));
    if (found === null) return [];
    return (Array.isArray(found) ? (found as readonly Json[]) : [found]).slice(0, most).flatMap(saidIn);
  }
  const wanted: Wanted = rule.labels === undefined ? {} : { labels: rule.labels };
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
    // One that is written and comes to nothing takes the whole selector with it.
    if (!text) return [];
    wanted[field] = lookup.value ? text : literal(text);
  }
  return isAnything(wanted) ? [wanted] : [];
}

/** An expression returns selectors, or JSON text with them (`[...].toJSON()`). */
function selectorsIn(value: Json): Json {
  if (typeof value !== "string") return value;
  if (value.trim() === "") return null;
  try {
    return JSON.parse(value) as Json;
  } catch {
    throw new Unfit("The expression returns text that is not JSON. Return a list of selectors.");
  }
}

/** Who it is asked of says nothing of what is looked for. */
const isAnything = ({ labels = {}, ...rest }: Wanted) =>
  Object.keys(rest).some((field) => field !== "agent" && field !== "scope") || Object.keys(labels).length > 0;

function saidIn(given: Json): Wanted[] {
  if (!isFields(given)) throw new Unfit("The selectors must be a list of objects.");
  const wanted: Wanted = {};
  for (const field of fields) {
    const text = textOf(given[field] ?? null);
    if (text !== undefined) wanted[field] = literal(text);
  }
  const { labels } = given;
  if (isFields(labels))
    wanted.labels = Object.fromEntries(
      Object.entries(labels).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
    );
  return isAnything(wanted) ? [wanted] : [];
}

/** What was found is meant as it stands: its signs are none of a pattern. */
const literal = (text: string) => text.replaceAll(/[,*!%]|^\s|\s$/g, percentEncode);

const plainText = (pattern: string) => {
  try {
    return decodeURIComponent(pattern);
  } catch {
    return pattern;
  }
};

function targetOf({ external_id: externalId, type, scope, labels, ...rest }: Wanted, scraper: ScraperNamed): Target {
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
        .map(([key, value]) => `${key}=${signs(value)}`)
        .join(","),
    }),
    ...(externalId !== undefined && { fieldSelector: `external_id=${signs(plainText(externalId))}` }),
  };
  return { selector };
}

const signs = (text: string) => text.replaceAll(/[\s,()*!%=]/g, percentEncode);
