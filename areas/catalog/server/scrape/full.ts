// Full mode: a document contains the config of an item with its changes and insights, or only changes and insights. A
// document without any of these keys is the config itself.
import type { Json, Properties } from "#language/columns.ts";
import { parseSeverity } from "#language/severity.ts";
import { costsIn } from "./costs.ts";
import { fieldIn, isFields } from "./document.ts";
import { type FoundChange, type FoundInsight, type ItemReference, Unfit } from "./found.ts";
import type { Draft } from "./item-values.ts";
import { isUnreadableTime, timeOf } from "./written-time.ts";

export interface FullDocument {
  /** Undefined for a document that only has changes and insights. */
  draft: Draft | undefined;
  changes: readonly FoundChange[];
  insights: readonly FoundInsight[];
  /** Items that the document refers to, even if their changes and insights are incomplete. */
  mentions: readonly ItemReference[];
}

interface Inherited {
  externalId?: string | undefined;
  type?: string | undefined;
}

type Fields = { readonly [key: string]: Json };

export function splitDocument(draft: Draft, warn: (warning: string) => void): FullDocument {
  const document = draft.config;
  if (!isFields(document))
    throw new Unfit("In full mode, a document must be an object with config, changes and analysis.");
  const config = fieldIn(document, "config") ?? (hasReservedKey(document) ? undefined : document);
  const item = config === undefined ? undefined : { ...draft, config, costs: costsIn(document) ?? draft.costs };
  const stated: Inherited = {
    externalId: text(document, "external_id") ?? text(document, "uuid") ?? text(document, "config_id"),
    type: text(document, "config_type") ?? text(document, "type"),
  };
  // Without a config the document is an event about an item, so it uses the id and type of the entry.
  const inherited: Inherited = item
    ? { externalId: stated.externalId ?? draft.id, type: stated.type ?? draft.type }
    : { externalId: draft.id ?? stated.externalId, type: draft.type ?? stated.type };
  // Changes and insights of the item itself need no reference.
  const own = item && (inherited.externalId ?? draft.id) === draft.id ? draft : undefined;
  const about = { inherited, own, warn };
  const entriesOf = (key: string) => {
    if (present(document, key) !== undefined && !Array.isArray(document[key]))
      warn(`${key} is not a list and is ignored.`);
    return listIn(document, key);
  };
  const changes = entriesOf("changes").flatMap((entry) => changeIn(entry, about));
  const insights = entriesOf("analysis").flatMap((entry) => insightsIn(entry, about));
  const unsupported = unsupportedKeys.filter((key) => listIn(document, key).length > 0);
  if (unsupported.length > 0) warn(`${unsupported.join(", ")}: permissions and access logs of items are not stored.`);
  return { draft: item, changes, insights, mentions: item ? [] : mentionsIn(document, inherited) };
}

/**
 * Returns the item that the document is about, and the items that its changes and insights name, even if these are
 * incomplete.
 */
function mentionsIn(document: Fields, inherited: Inherited): ItemReference[] {
  const parts = ["changes", "analysis"].flatMap((key) => listIn(document, key)).filter(isFields);
  const named = [...parts, ...parts.flatMap((part) => listIn(part, "external_configs")).filter(isFields)];
  const references = [referenceIn({}, inherited), ...named.map((part) => referenceIn(part, inherited))];
  return references.filter((reference) => reference !== undefined);
}

/** Keys with data about people, which are not stored. */
const unsupportedKeys =
  "access_logs logs config_access access external_users users external_groups groups external_roles roles external_user_groups user_groups".split(
    " ",
  );
/** Returns false for a document that only has changes and insights. */
export const isItemOfFullMode = (document: Json) =>
  isFields(document) && (Object.hasOwn(document, "config") || !hasReservedKey(document));

const hasReservedKey = (document: Fields) =>
  ["config", "changes", "analysis", ...unsupportedKeys].some((key) => Object.hasOwn(document, key));

interface About {
  inherited: Inherited;
  own: Draft | undefined;
  warn(warning: string): void;
}

function changeIn(fields: Json, { inherited, own, warn }: About): FoundChange[] {
  if (!isFields(fields)) return reject(warn, "A change is not an object and is ignored.");
  const owner = referenceIn(fields, inherited);
  const [externalId, type] = [text(fields, "external_change_id"), text(fields, "change_type")];
  if (!owner)
    return reject(warn, "A change is ignored, because neither the change nor its document has an external_id.");
  if (type === undefined) return reject(warn, "A change without a change_type is ignored.");
  if (externalId === undefined) return reject(warn, "A change without an external_change_id is ignored.");
  const at = fieldIn(fields, "created_at");
  if (isUnreadableTime(at)) warn("created_at of a change is not an RFC 3339 time; the current time is used.");
  return [
    defined({
      of: isOf(owner, own) ? undefined : owner,
      externalId,
      type,
      severity: severityIn(fields),
      source: text(fields, "source"),
      summary: text(fields, "summary"),
      details: present(fields, "details"),
      patches: patchesIn(fields),
      diff: text(fields, "diff"),
      createdBy: text(fields, "created_by"),
      createdAt: timeOf(at),
      action: actionIn(fields, warn),
    }),
  ];
}

function insightsIn(fields: Json, { inherited, own, warn }: About): FoundInsight[] {
  if (!isFields(fields)) return reject(warn, "An insight is not an object and is ignored.");
  const listed = listIn(fields, "external_configs").flatMap((part) => (isFields(part) ? [referenceIn(part, {})] : []));
  const all = (listed.length > 0 ? listed : [referenceIn(fields, inherited)]).filter(
    (reference) => reference !== undefined,
  );
  if (all.length === 0) return reject(warn, "An insight without external_id and external_configs is ignored.");
  const analyzer = text(fields, "analyzer");
  if (analyzer === undefined) return reject(warn, "An insight without an analyzer is ignored.");
  const { properties } = fields;
  const [type, status] = [insightType(text(fields, "analysis_type"), warn), statusIn(fields, warn)];
  return all.map((owner) =>
    defined({
      of: isOf(owner, own) ? undefined : owner,
      analyzer,
      type,
      severity: severityIn(fields),
      source: text(fields, "source"),
      summary: text(fields, "summary"),
      message: text(fields, "message"),
      status,
      analysis: present(fields, "analysis"),
      properties: Array.isArray(properties) ? (properties as Properties) : undefined,
    }),
  );
}

const insightTypes = new Set(
  "availability compliance cost integration other performance recommendation reliability security technical_debt".split(
    " ",
  ),
);

function insightType(written = "other", warn: About["warn"]): string {
  const type = written.toLowerCase().replace("technicaldebt", "technical_debt");
  if (insightTypes.has(type)) return type;
  warn(`${JSON.stringify(written)} is not a type of insight; other is used.`);
  return "other";
}

const insightStatuses = new Set(["open", "resolved", "closed", "silenced"]);

function statusIn(fields: Fields, warn: About["warn"]): string | undefined {
  const written = text(fields, "status");
  if (written === undefined || insightStatuses.has(written.toLowerCase())) return written;
  warn(`${JSON.stringify(written)} is not a status of an insight; open is used.`);
  return undefined;
}

/** An invalid severity is reported when the change is saved. */
function severityIn(fields: Fields): string | undefined {
  const written = text(fields, "severity");
  return written === undefined ? undefined : (parseSeverity(written) ?? written);
}

function referenceIn(fields: Fields, inherited: Inherited): ItemReference | undefined {
  const written = text(fields, "external_id") ?? text(fields, "uuid") ?? text(fields, "config_id");
  const externalId = written ?? inherited.externalId;
  if (externalId === undefined) return undefined;
  const type =
    text(fields, "config_type") ??
    (written === undefined || written === inherited.externalId ? inherited.type : undefined);
  return defined({ externalId, type, scraper: text(fields, "scraper_id") });
}

const isOf = ({ externalId, type, scraper }: ItemReference, own: Draft | undefined) =>
  own !== undefined && externalId === own.id && scraper === undefined && (type === undefined || type === own.type);

const actions = ["delete", "ignore", "move-up", "copy-up"] as const;

function actionIn(fields: Fields, warn: About["warn"]) {
  const written = text(fields, "action");
  const known = actions.find((action) => action === written);
  if (written !== undefined && !known)
    warn(`${JSON.stringify(written)} is not an action of a change (${actions.join(", ")}); it is ignored.`);
  return known;
}

/** Some sources write the patch as JSON text. */
function patchesIn(fields: Fields): Json | undefined {
  const patches = present(fields, "patches");
  if (typeof patches !== "string") return patches;
  try {
    return JSON.parse(patches) as Json;
  } catch {
    return patches;
  }
}

function present(fields: Fields, key: string): Json | undefined {
  const value = fieldIn(fields, key);
  return value === null ? undefined : value;
}

function text(fields: Fields, key: string): string | undefined {
  const value = fieldIn(fields, key);
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

const listIn = (fields: Fields, key: string): readonly Json[] => {
  const value = fieldIn(fields, key);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

function reject(warn: (warning: string) => void, why: string): [] {
  warn(why);
  return [];
}

const defined = <Shape extends object>(shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape;
