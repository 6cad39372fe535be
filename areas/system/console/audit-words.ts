// Labels of the audit log.
import { capitalise } from "#lib/text/words.ts";
import type { Deed } from "./audit-query.ts";

export const actionWords: Readonly<Record<Deed["action"], string>> = {
  create: "Created",
  update: "Updated",
  delete: "Deleted",
  sign_in: "Signed in",
  sign_in_refused: "Sign-in refused",
  sign_out: "Signed out",
  reset_password: "Password reset",
  test: "Tested",
  run: "Run",
};

/** The verbs for actions, used between the actor and the resource in a sentence. */
export const actionVerbs: Readonly<Record<Deed["action"], string>> = {
  create: "created",
  update: "updated",
  delete: "deleted",
  sign_in: "signed in",
  sign_in_refused: "was refused sign-in",
  sign_out: "signed out",
  reset_password: "reset the password of",
  test: "tested",
  run: "ran",
};

/** Tables whose rows have a page; rows of other tables have no link. */
const kinds: Readonly<Record<string, string>> = {
  canaries: "canary",
  checks: "check",
  components: "component",
  config_items: "config",
  config_scrapers: "config_scraper",
  connections: "connection",
  incident_rules: "incident_rule",
  incidents: "incident",
  logging_backends: "logging_backend",
  notification_silences: "silence",
  notifications: "notification",
  people: "person",
  playbooks: "playbook",
  scrape_plugins: "scrape_plugin",
  teams: "team",
  topologies: "topology",
  views: "view",
};

/**
 * Tables whose rows have no page of their own. The link opens their list, if possible with a search for the name or
 * with the row open.
 */
const lists: Readonly<Record<string, (row: { id: string; name: string }) => string>> = {
  access_tokens: ({ name }) => `/settings/tokens?search=${encodeURIComponent(name)}`,
  invites: () => "/settings/users?tab=invitations",
  permissions: ({ id }) => `/settings/permissions?id=${id}`,
  properties: ({ name }) => `/settings/feature-flags?search=${encodeURIComponent(name)}`,
};

/** The page of an entry's resource: its kind and id, or the address of its list. */
export function linkOf({
  resource_type: table,
  resource_id: id,
  resource_name: name,
}: Pick<Deed, "resource_type" | "resource_id" | "resource_name">):
  | { kind: string; id: string }
  | { href: string }
  | undefined {
  if (Object.hasOwn(kinds, table) && id !== null) return { kind: kinds[table]!, id };
  if (Object.hasOwn(lists, table)) return { href: lists[table]!({ id: id ?? "", name: name ?? id ?? "" }) };
  return undefined;
}

/** Converts a table name to words: `incident_rules` becomes "Incident rules". */
export const tableWords = (table: string) => capitalise(table.replaceAll("_", " "));

/** The word for one row of a table: "canary" for `canaries`. */
export const rowWord = (table: string) =>
  ownWords[table] ?? table.replaceAll("_", " ").replace(/ies$/, "y").replace(/s$/, "");

const ownWords: Readonly<Partial<Record<string, string>>> = { people: "person", properties: "feature flag" };

/** Changed columns whose values are not recorded because they are secret. */
export const hiddenColumns = ({
  columns,
  before,
  after,
}: Pick<Deed, "columns" | "before" | "after">): readonly string[] =>
  (columns ?? []).filter((column) => !Object.hasOwn(before ?? {}, column) && !Object.hasOwn(after ?? {}, column));
