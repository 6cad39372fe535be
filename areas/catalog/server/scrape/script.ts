// Runs the script of an entry, which turns a document into other documents: items with the field names of the catalog,
// or plain documents.
import type { Json, Labels } from "#language/columns.ts";
import { readPath } from "#lib/expression/json-path.ts";
import type { Entry } from "../spec/entry.ts";
import { costsIn } from "./costs.ts";
import { isFields, plain } from "./document.ts";
import { healths, Unfit } from "./found.ts";
import { asPart, valuesOf, type Draft, type ScraperNamed } from "./item-values.ts";
import { evaluated, inWords } from "./lookup.ts";
import { readJson } from "./read-json.ts";
import { timeOf } from "./written-time.ts";

export interface Scripted {
  draft: Draft;
  /** Fields that the script has set. */
  lifted: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

/** `isFull` means that the output has config, changes and analysis, which are split later. */
export async function scripted(
  draft: Draft,
  entry: Entry,
  { scraper, isFull }: { scraper: ScraperNamed; isFull: boolean },
): Promise<Scripted[]> {
  const outputs = await outputOf(draft, entry, scraper);
  if (outputs === undefined) return [{ draft, lifted: nothing }];
  return outputs.map((value) => {
    const own = outputs.length === 1 ? draft : asPart(draft);
    if (!isFields(value)) return { draft: { ...own, config: value }, lifted: nothing };
    const { fields, lifted } = liftedFrom(value);
    const isShaped = Object.hasOwn(value, "config");
    return isShaped
      ? { draft: { ...own, ...fields, config: isFull ? value : (value["config"] ?? null) }, lifted }
      : // A field of a plain document may have a different meaning, so the entry takes precedence.
        { draft: { ...own, ...withoutEntryFields(fields, entry), config: value }, lifted: nothing };
  });
}

const withoutEntryFields = (fields: Partial<Draft>, entry: Entry): Partial<Draft> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => entry[key as keyof Entry] === undefined));

async function outputOf(draft: Draft, entry: Entry, scraper: ScraperNamed): Promise<readonly Json[] | undefined> {
  const { script, ...inline } = entry.transform ?? {};
  const { expr, gotemplate, javascript, jsonpath } = { ...inline, ...script };
  if (!expr && !gotemplate && !javascript && !jsonpath) return undefined;
  const values = valuesOf(draft, scraper);
  const run = async (): Promise<Json | undefined> => {
    if (expr) return evaluated("cel", expr, values);
    if (gotemplate) return evaluated("template", gotemplate, values);
    if (javascript) return evaluated("javascript", javascript, values);
    if (!jsonpath) return undefined;
    const found = readPath(jsonpath).find(draft.config) as Json[];
    return found.length === 1 ? found[0] : found;
  };
  let output: Json | undefined;
  try {
    output = await run();
  } catch (error) {
    throw new Unfit(`The script failed: ${inWords(error)}`);
  }
  return output === undefined ? undefined : listIn(output);
}

/** Scripts return a JSON string or a value. */
function listIn(output: Json): readonly Json[] {
  let value = output;
  if (typeof value === "string")
    try {
      value = readJson(value === "" ? "null" : value) as Json;
    } catch {
      throw new Unfit("The script returned a string that is not JSON.");
    }
  if (value === null) return [];
  const list = plain(Array.isArray(value) ? value : [value]) as readonly Json[];
  if (list.some((element) => typeof element !== "object" || element === null))
    throw new Unfit("The script did not return a list of objects.");
  return list;
}

type Lift = readonly [key: keyof Draft, names: readonly string[], read: (value: Json) => unknown];

const text = (value: Json) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined);
const idText = (value: Json) => (typeof value === "number" ? String(value) : text(value));
const texts = (value: Json) =>
  Array.isArray(value) && value.every((element) => typeof element === "string")
    ? (value as readonly string[])
    : undefined;
const labels = (value: Json): Labels | undefined =>
  isFields(value) && Object.values(value).every((element) => typeof element === "string")
    ? (value as Labels)
    : undefined;

const isProperty = (value: Json) => isFields(value) && text(value["name"] ?? null) !== undefined;

const lifts: readonly Lift[] = [
  ["id", ["id", "uuid"], idText],
  ["name", ["name"], text],
  ["type", ["config_type", "type"], text],
  ["class", ["config_class", "class"], text],
  ["status", ["status"], text],
  ["health", ["health"], (value) => healths.find((name) => name === text(value)?.toLowerCase())],
  ["isReady", ["ready"], (value) => (typeof value === "boolean" ? value : undefined)],
  ["description", ["description"], text],
  ["icon", ["icon"], text],
  ["source", ["source"], text],
  ["labels", ["labels"], labels],
  ["tags", ["tags"], labels],
  ["properties", ["properties"], (value) => (Array.isArray(value) && value.every(isProperty) ? value : undefined)],
  ["aliases", ["aliases"], texts],
  ["locations", ["locations"], texts],
  ["createdAt", ["created_at"], (value) => timeOf(value)],
  ["deletedAt", ["deleted_at"], (value) => timeOf(value)],
  ["deleteReason", ["delete_reason"], text],
];

/** A value of the wrong type stays in the document and does not become a field of the item. */
function liftedFrom(value: { readonly [key: string]: Json }): { fields: Partial<Draft>; lifted: ReadonlySet<string> } {
  const fields = new Map<string, unknown>();
  for (const [key, names, read] of lifts)
    for (const name of names) {
      const found = Object.hasOwn(value, name) ? read(value[name]!) : undefined;
      if (found !== undefined && !fields.has(key)) fields.set(key, found);
    }
  const costs = costsIn(value);
  if (costs) fields.set("costs", costs);
  return { fields: Object.fromEntries(fields), lifted: new Set(fields.keys()) };
}
