// The credentials of responders that a rule added. The rule stores them encrypted. Everyone who can read the incident
// can read its responders, so the responder rows contain *** instead. The originals are used only to contact the
// responder.
import { isDeepStrictEqual } from "node:util";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import { mask } from "#server/spec/secret-text.ts";
import { propertiesOf } from "../rules/responders.ts";
import { isContacted, type IncidentRuleSpec } from "../spec.ts";
import type { Responder } from "./responder.ts";

/** Returns the responder with the credentials from the rule that opened its incident. */
export async function withCredentials(
  { db, secrets }: Pick<System, "db" | "secrets">,
  responder: Responder,
  scrubber: Scrubber,
): Promise<Responder> {
  const { type, properties, incident } = responder;
  if (!isContacted(type) || !JSON.stringify(properties)?.includes(mask)) return responder;
  const rule = await db.system
    .selectFrom("incident_rules as r")
    .innerJoin("incidents as i", "i.incident_rule_id", "r.id")
    .select(["r.id", "r.spec", "r.spec_secrets"])
    .where("i.id", "=", incident.id)
    .executeTakeFirst();
  if (!rule) return responder;
  const place = { table: "incident_rules", id: rule.id, column: "spec" };
  const opened = openDocument(secrets, place, { masked: rule.spec, sealed: rule.spec_secrets });
  const entriesOf = (spec: unknown) => [(spec as IncidentRuleSpec | null)?.responders?.[type]].flat();
  const at = entriesOf(rule.spec).findIndex((entry) => isDeepStrictEqual(propertiesOf(type, entry), properties));
  if (at === -1) return responder;
  const originals = propertiesOf(type, entriesOf(opened)[at]);
  for (const [key, value] of Object.entries(originals))
    if (typeof value === "string" && value !== properties?.[key]) scrubber.know(value);
  return { ...responder, properties: originals };
}
