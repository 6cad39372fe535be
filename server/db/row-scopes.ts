// Computes the rows that a permission rule applies to. A rule for single rows, or with a selector, becomes a list of
// documents: it applies to a row if the document of the row contains one of them. A selector that cannot be expressed
// this way allows nothing or, in a denying rule, denies everything.
import { localAgent } from "#language/local-agent.ts";
import { subjectsOf } from "#language/permissions.ts";
import type { PermissionRule } from "../http/actor.ts";
import { allRowKinds, rowKindOf, rowKinds, type RowKind } from "./row-kinds.ts";

/** A partial document of a row; an empty document matches every row. */
export interface RowDocument {
  id?: string;
  agent?: string;
  name?: string;
  namespace?: string;
  type?: string;
  tags?: Readonly<Record<string, string>>;
  labels?: Readonly<Record<string, string>>;
}

/** The documents of a rule by kind; undefined for a rule about whole resources. */
export type RowScopes = ReadonlyMap<RowKind, readonly RowDocument[]>;

export function rowScopesOf(rule: PermissionRule): RowScopes | undefined {
  const narrowed = narrowing(rule);
  if (rule.row) return new Map([[rule.row.kind, [{ id: rule.row.id }]]]);
  if (rule.selector !== undefined) {
    const scopes = new Map<RowKind, RowDocument[]>();
    for (const kind of allRowKinds) {
      const selectors = rule.selector[rowKinds[kind].selector];
      if (selectors === undefined) continue;
      scopes.set(kind, readSelectors(selectors, narrowed) ?? (rule.deny ? [{}] : []));
    }
    return scopes;
  }
  if (narrowed.length === 1 && Object.keys(narrowed[0]!).length === 0) return undefined;
  const subjects = subjectsOf(rule.object);
  return new Map(
    allRowKinds
      .filter((kind) => subjects.some((name) => name === "*" || rowKindOf(name) === kind))
      .map((kind) => [kind, narrowed]),
  );
}

/** Returns the conditions from `agents` and `tags` of a rule. */
function narrowing({ agents = [], tags = {} }: PermissionRule): RowDocument[] {
  const tagged: RowDocument = Object.keys(tags).length === 0 ? {} : { tags };
  return agents.length === 0 || agents.includes("*") ? [tagged] : agents.map((agent) => ({ ...tagged, agent }));
}

/**
 * Returns the documents of a list of selectors, of which at least one must match; undefined if a selector cannot be
 * expressed.
 */
export function readSelectors(selectors: unknown, narrowed: readonly RowDocument[] = [{}]): RowDocument[] | undefined {
  if (!Array.isArray(selectors)) return undefined;
  const all: RowDocument[] = [];
  for (const selector of selectors) {
    const documents = readSelector(selector);
    if (!documents) return undefined;
    for (const document of documents)
      for (const more of narrowed) {
        // A selector that requires two agents, or two values of a tag, matches no row.
        if (document.agent !== undefined && more.agent !== undefined && document.agent !== more.agent) continue;
        const tags = document.tags || more.tags ? { tags: { ...document.tags, ...more.tags } } : {};
        all.push({ ...document, ...more, ...tags });
      }
    if (all.length > maxDocuments) return undefined;
  }
  return all;
}

const maxDocuments = 1_000;

const readable = new Set([
  "id",
  "name",
  "namespace",
  "agent",
  "types",
  "tags",
  "labels",
  "tagSelector",
  "labelSelector",
  // These fields are options of the search, not conditions.
  "cache",
  "limit",
]);

function readSelector(selector: unknown): RowDocument[] | undefined {
  if (typeof selector !== "object" || selector === null || Array.isArray(selector)) return undefined;
  const fields = Object.entries(selector).filter(([, value]) => value !== null && value !== "");
  // An empty selector is most likely a mistake; `{"name": "*"}` matches everything.
  if (fields.length === 0 || !fields.every(([key]) => readable.has(key))) return undefined;
  const values = Object.fromEntries(fields) as Readonly<Record<string, unknown>>;
  let documents: RowDocument[] = [{}];
  const narrow = (key: keyof RowDocument, options: readonly unknown[] | undefined) => {
    if (options === undefined) documents = [];
    else if (options.length > 0)
      documents = documents.flatMap((document) => options.map((value) => ({ ...document, [key]: value })));
  };
  for (const key of ["id", "name", "namespace"] as const) narrow(key, words(values[key]));
  narrow("type", words(values["types"]));
  const agent = values["agent"];
  if (agent !== "all") narrow("agent", agent === "self" || agent === "local" ? [localAgent] : words(agent));
  for (const [key, selectorKey] of [
    ["tags", "tagSelector"],
    ["labels", "labelSelector"],
  ] as const) {
    const pairs = pairsOf(values[key], values[selectorKey]);
    narrow(key, pairs === undefined ? undefined : Object.keys(pairs).length === 0 ? [] : [pairs]);
  }
  return documents.length === 0 ? undefined : documents;
}

/** Parses a word, several separated by commas, or a list; `*` matches anything. Patterns are not supported. */
function words(value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === "string"
      ? value.split(",")
      : [value];
  if (list.includes("*")) return [];
  const isPlain = (word: unknown): word is string => typeof word === "string" && word !== "" && !/[*!]/.test(word);
  return list.every(isPlain) && list.length > 0 ? list.map((word) => word.trim()) : undefined;
}

/** Parses `{a: "b"}` and `a=b,c=d`; other comparisons are not supported. */
function pairsOf(object: unknown, text: unknown): Record<string, string> | undefined {
  const pairs: Record<string, string> = {};
  if (object !== undefined) {
    if (typeof object !== "object" || object === null) return undefined;
    for (const [key, value] of Object.entries(object)) {
      if (typeof value !== "string") return undefined;
      pairs[key] = value;
    }
  }
  if (text === undefined) return pairs;
  if (typeof text !== "string") return undefined;
  for (const part of text.split(",")) {
    const found = /^\s*([^=!\s]+)\s*==?\s*([^=\s]*)\s*$/.exec(part);
    if (!found) return undefined;
    pairs[found[1]!] = found[2]!;
  }
  return pairs;
}
