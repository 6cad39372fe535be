// Full mode: a document holds the config of an item with its changes and insights, or only changes and insights. A document
// without any of these keys is the config itself.
import type { Json, Properties } from "#language/columns.ts";
import { parseSeverity } from "#language/severity.ts";
import { costsIn } from "./costs.ts";
import { fieldIn, isFields } from "./document.ts";
import type { FoundChange, FoundInsight, ItemReference } from "./found.ts";
import type { Draft } from "./item-values.ts";
import { Unfit } from "./unfit.ts";
import { isUnreadableTime, timeOf } from "./written-time.ts";

export interface Whole {
  /** Undefined for a document that only tells of others. */
  draft: Draft | undefined;
  changes: readonly FoundChange[];
  insights: readonly FoundInsight[];
  /** Items that the document names, even where what it says about them is empty or left out. */
  mentions: readonly ItemReference[];
}

interface Inherited {
  externalId?: string | undefined;
  type?: string | undefined;
}

type Fields = { readonly [key: string]: Json };

export function takenApart(draft: Draft, warn: (warning: string) => void): Whole {
  const document = draft.config;
  if (!isFields(document)) throw new Unfit("In full mode a document is an object with config, changes and analysis.");
  const config = fieldIn(document, "config") ?? (hasReservedKey(document) ? undefined : document);
  const item = config === undefined ? undefined : { ...draft, config, costs: costsIn(document) ?? draft.costs };
  const stated: Inherited = {
    externalId: text(document, "external_id") ?? text(document, "uuid") ?? text(document, "config_id"),
    type: text(document, "config_type") ?? text(document, "type"),
  };
  // Without a config the document is an event about an item: its own id and type are those of the entry.
  const inherited: Inherited = item
    ? { externalId: stated.externalId ?? draft.id, type: stated.type ?? draft.type }
    : { externalId: draft.id ?? stated.externalId, type: draft.type ?? stated.type };
  // Of the item itself it need not be said.
  const own = item && (inherited.externalId ?? draft.id) === draft.id ? draft : undefined;
  const about = { inherited, own, warn };
  const told = (key: string) => {
    if (present(document, key) !== undefined && !Array.isArray(document[key]))
      warn(`${key} is no list: it is left out.`);
    return listIn(document, key);
  };
  const changes = told("changes").flatMap((one) => changeIn(one, about));
  const insights = told("analysis").flatMap((one) => insightsIn(one, about));
  const unkept = notKept.filter((key) => listIn(document, key).length > 0);
  if (unkept.length > 0) warn(`${unkept.join(", ")}: who may do what with an item, and who did, is not kept here.`);
  return { draft: item, changes, insights, mentions: item ? [] : mentionsIn(document, inherited) };
}

/** The item that the document is about, and those that its changes and insights name, complete or not. */
function mentionsIn(document: Fields, inherited: Inherited): ItemReference[] {
  const parts = ["changes", "analysis"].flatMap((key) => listIn(document, key)).filter(isFields);
  const named = [...parts, ...parts.flatMap((one) => listIn(one, "external_configs")).filter(isFields)];
  const references = [referenceIn({}, inherited), ...named.map((one) => referenceIn(one, inherited))];
  return references.filter((one) => one !== undefined);
}

/** What documents may tell of people. */
const notKept =
  "access_logs logs config_access access external_users users external_groups groups external_roles roles external_user_groups user_groups".split(
    " ",
  );
/** Whether a document is an item, and not only news about items. */
export const isItemOfFullMode = (document: Json) =>
  isFields(document) && (Object.hasOwn(document, "config") || !hasReservedKey(document));

const hasReservedKey = (document: Fields) =>
  ["config", "changes", "analysis", ...notKept].some((key) => Object.hasOwn(document, key));

interface About {
  inherited: Inherited;
  own: Draft | undefined;
  warn(warning: string): void;
}

function changeIn(given: Json, { inherited, own, warn }: About): FoundChange[] {
  if (!isFields(given)) return refused(warn, "A change is an object.");
  const of = referenceIn(given, inherited);
  const [externalId, type] = [text(given, "external_change_id"), text(given, "change_type")];
  if (!of) return refused(warn, "A change has no external_id, and its document has none either: it is left out.");
  if (type === undefined) return refused(warn, "A change has no change_type: it is left out.");
  if (externalId === undefined) return refused(warn, "A change has no external_change_id: it is left out.");
  const at = fieldIn(given, "created_at");
  if (isUnreadableTime(at)) warn("created_at of a change is no time in RFC 3339: it is told as of now.");
  return [
    defined({
      of: isOf(of, own) ? undefined : of,
      externalId,
      type,
      severity: severityIn(given),
      source: text(given, "source"),
      summary: text(given, "summary"),
      details: present(given, "details"),
      patches: patchesIn(given),
      diff: text(given, "diff"),
      createdBy: text(given, "created_by"),
      createdAt: timeOf(at),
      action: actionIn(given, warn),
    }),
  ];
}

function insightsIn(given: Json, { inherited, own, warn }: About): FoundInsight[] {
  if (!isFields(given)) return refused(warn, "An insight is an object.");
  const listed = listIn(given, "external_configs").flatMap((one) => (isFields(one) ? [referenceIn(one, {})] : []));
  const all = (listed.length > 0 ? listed : [referenceIn(given, inherited)]).filter((one) => one !== undefined);
  if (all.length === 0)
    return refused(warn, "An insight has neither external_id nor external_configs: it is left out.");
  const analyzer = text(given, "analyzer");
  if (analyzer === undefined) return refused(warn, "An insight has no analyzer: it is left out.");
  const { properties } = given;
  const [type, status] = [insightType(text(given, "analysis_type"), warn), statusIn(given, warn)];
  return all.map((of) =>
    defined({
      of: isOf(of, own) ? undefined : of,
      analyzer,
      type,
      severity: severityIn(given),
      source: text(given, "source"),
      summary: text(given, "summary"),
      message: text(given, "message"),
      status,
      analysis: present(given, "analysis"),
      properties: Array.isArray(properties) ? (properties as Properties) : undefined,
    }),
  );
}

const insightTypes = new Set(
  "availability compliance cost integration other performance recommendation reliability security technical_debt".split(
    " ",
  ),
);

function insightType(said = "other", warn: About["warn"]): string {
  const type = said.toLowerCase().replace("technicaldebt", "technical_debt");
  if (insightTypes.has(type)) return type;
  warn(`${JSON.stringify(said)} is no type of insight: it is kept as other.`);
  return "other";
}

const insightStatuses = new Set(["open", "resolved", "closed", "silenced"]);

function statusIn(given: Fields, warn: About["warn"]): string | undefined {
  const said = text(given, "status");
  if (said === undefined || insightStatuses.has(said.toLowerCase())) return said;
  warn(`${JSON.stringify(said)} is no status of an insight: it is open.`);
  return undefined;
}

/** What is none is told when it is saved. */
function severityIn(given: Fields): string | undefined {
  const said = text(given, "severity");
  return said === undefined ? undefined : (parseSeverity(said) ?? said);
}

function referenceIn(given: Fields, inherited: Inherited): ItemReference | undefined {
  const said = text(given, "external_id") ?? text(given, "uuid") ?? text(given, "config_id");
  const externalId = said ?? inherited.externalId;
  if (externalId === undefined) return undefined;
  const type =
    text(given, "config_type") ?? (said === undefined || said === inherited.externalId ? inherited.type : undefined);
  return defined({ externalId, type, scraper: text(given, "scraper_id") });
}

const isOf = ({ externalId, type, scraper }: ItemReference, own: Draft | undefined) =>
  own !== undefined && externalId === own.id && scraper === undefined && (type === undefined || type === own.type);

const actions = ["delete", "ignore", "move-up", "copy-up"] as const;

function actionIn(given: Fields, warn: About["warn"]) {
  const said = text(given, "action");
  const known = actions.find((action) => action === said);
  if (said !== undefined && !known)
    warn(`${JSON.stringify(said)} is no action that a change can have: ${actions.join(", ")}. It is kept as it is.`);
  return known;
}

/** Some sources write the patch as a text. */
function patchesIn(given: Fields): Json | undefined {
  const patches = present(given, "patches");
  if (typeof patches !== "string") return patches;
  try {
    return JSON.parse(patches) as Json;
  } catch {
    return patches;
  }
}

function present(given: Fields, key: string): Json | undefined {
  const value = fieldIn(given, key);
  return value === null ? undefined : value;
}

function text(given: Fields, key: string): string | undefined {
  const value = fieldIn(given, key);
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

const listIn = (given: Fields, key: string): readonly Json[] => {
  const value = fieldIn(given, key);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

function refused(warn: (warning: string) => void, why: string): [] {
  warn(why);
  return [];
}

const defined = <Shape extends object>(shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape;
