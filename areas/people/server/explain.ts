// Explains why a person is or is not allowed to do something: lists all roles and rules that concern the action, and
// which of them decide.
import { sql, type Kysely } from "kysely";
import { problem } from "#language/problem.ts";
import { extentOf, grantOf, outcomeOf, type Outcome, type Question } from "#server/db/decision.ts";
import type { DB, Row as TableRow } from "#server/db/tables.ts";
import type { PersonActor } from "#server/http/actor.ts";
import { rightsOf, rolesOf } from "#areas/identity/server/index.ts";
import type { Explained, Reason } from "../contract.ts";
import { toRule } from "./rules.ts";

type Rule = TableRow<"permissions_summary">;

/** Finds a human by id or email and returns the actor that the policy would see in a request. */
export async function findSubject(db: Kysely<DB>, subject: string) {
  const row = await db
    .selectFrom("people as p")
    .select(["p.id", "p.name", "p.email", "p.avatar", "p.state", rolesOf.as("roles"), rightsOf.as("rights")])
    .where(sql<boolean>`(p.id = as_uuid(${subject}) or p.email = lower(${subject}))`)
    .where("p.type", "is", null)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw problem.notFound("person", subject);
  const { id, name, email, avatar, roles, rights } = row;
  const actor: PersonActor = {
    kind: "person",
    id,
    name,
    email,
    avatar,
    roles,
    rules: rights.rules,
    limitsGuests: rights.limits_guests,
    session: null,
  };
  return { actor, isActive: row.state === "active" };
}

export type Subject = Awaited<ReturnType<typeof findSubject>>;

export async function explain(
  db: Kysely<DB>,
  { actor, isActive }: Subject,
  { object, action }: Question,
): Promise<Explained> {
  const outcome = isActive ? outcomeOf(actor, { object, action }) : "denied";
  const reasons = [...rolesAbout(actor, { object, action }), ...(await rulesAbout(db, actor, { object, action }))];
  const ranked = reasons
    .map((reason) => ({ ...reason, decides: isActive && isDecisive(reason, outcome) }))
    .sort((a, b) => Number(b.decides) - Number(a.decides));
  const { id, name, email, roles } = actor;
  return {
    subject: { id, name, email, roles: [...roles], is_active: isActive },
    object,
    action,
    outcome,
    because: isActive ? sentenceOf(outcome, ranked) : `${name} is inactive, so nothing is allowed.`,
    reasons: ranked,
  };
}

type Undecided = Omit<Reason, "decides">;

function rolesAbout(actor: PersonActor, question: Question): Undecided[] {
  return actor.roles.flatMap((role): Undecided[] => {
    const grant = grantOf(actor, role, question);
    if (grant === "denied") return [];
    const through = { kind: "role", name: role } as const;
    const extent = grant === "allowed" ? "all" : "some";
    return [{ kind: "role", name: role, through, effect: "allow", extent, state: "applies", until: null }];
  });
}

async function rulesAbout(db: Kysely<DB>, actor: PersonActor, question: Question): Promise<Undecided[]> {
  const rows = await db
    .selectFrom("permissions_summary")
    .selectAll()
    .select(sql<boolean>`coalesce(until <= now(), false)`.as("has_expired"))
    .where(sql<boolean>`id in (select id from rules_about_person(${actor.id}))`)
    .orderBy("created_at")
    .execute();
  return rows.flatMap((row): Undecided[] => {
    const extent = extentOf(actor, toRule(row), question);
    if (extent === "none") return [];
    return [
      {
        kind: "rule",
        id: row.id,
        name: row.description ?? row.name,
        through: throughOf(row, actor),
        effect: row.deny ? "deny" : "allow",
        extent,
        state: row.error !== null ? "broken" : row.has_expired ? "expired" : "applies",
        until: row.until,
      },
    ];
  });
}

function throughOf({ subject_type, subject, team, group }: Rule, { name, roles }: PersonActor): Reason["through"] {
  if (subject_type === "person") return { kind: "person", name };
  if (subject_type === "team") return { kind: "team", name: team?.name ?? subject ?? "" };
  if (subject === "everyone") return { kind: "everyone", name: "everyone" };
  const isRole = (roles as readonly string[]).includes(subject ?? "");
  return isRole ? { kind: "role", name: subject! } : { kind: "group", name: group?.name ?? subject ?? "" };
}

/** Denying rules always decide. Allowing roles and rules decide unless everything is denied. */
const isDecisive = ({ effect, state }: Undecided, outcome: Outcome) =>
  state === "applies" && (effect === "deny" || outcome !== "denied");

function sentenceOf(outcome: Outcome, reasons: readonly Reason[]): string {
  const decisive = reasons.filter(({ decides }) => decides);
  const denied = decisive.filter(({ effect }) => effect === "deny").length;
  if (outcome === "denied")
    return denied > 0 ? "A rule denies this, and denying rules win." : "No role or rule allows this.";
  if (denied > 0) return "This is allowed, but a rule denies part of it, and denying rules win.";
  return outcome === "allowed" ? "This is allowed, and no rule denies it." : "Only part of this is allowed.";
}
