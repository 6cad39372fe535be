// Why somebody may do something, or may not: the policy asked about each role and each rule alone, so that what is told is
// what decides. Pure.
import { isSpecialAction, readActions, rowActions, specialActions, subjectsOf } from "#language/permissions.ts";
import { resources, type Resource } from "#language/roles.ts";
import type { PermissionRule, PersonActor } from "../http/actor.ts";
import { allows, reachOf } from "./policy.ts";

/** `partly`: some of what was asked about, or some rows of it. */
export type Outcome = "allowed" | "partly" | "denied";

export interface Question {
  /** A resource, an object that stands for some, or `*`. */
  object: string;
  /** One or several by comma, `write`, or `*`. */
  action: string;
}

/** What the policy says of a person, all roles and rules together. */
export function outcomeOf(person: PersonActor, { object, action }: Question): Outcome {
  const subjects = subjectsOf(object).flatMap((subject) => (subject === "*" ? resources : [subject]));
  const actions = (readActions(action) ?? []).flatMap((one) =>
    one === "*" ? [...rowActions, ...Object.keys(specialActions)] : [one],
  );
  const answers = actions.flatMap((one) => placesOf(one, subjects).map((subject) => answer(person, one, subject)));
  if (answers.every((one) => one === "denied")) return "denied";
  return answers.every((one) => one === "allowed") ? "allowed" : "partly";
}

/** What is no action on rows is done with one resource only, whatever else was asked about. */
function placesOf(action: string, subjects: readonly string[]): readonly string[] {
  if (!isSpecialAction(action)) return subjects;
  const { resource } = specialActions[action];
  return subjects.includes(resource) ? [resource] : [];
}

function answer(person: PersonActor, action: string, subject: string): Outcome {
  if (!(resources as readonly string[]).includes(subject))
    return allows(person, action, subject) ? "allowed" : "denied";
  const reach = reachOf(person, action as (typeof rowActions)[number], subject as Resource);
  if (reach === "all") return "allowed";
  return reach === "none" ? "denied" : "partly";
}

/** What one role alone grants of it. */
export const grantOf = (person: PersonActor, role: PersonActor["roles"][number], question: Question): Outcome =>
  outcomeOf({ ...person, roles: [role], rules: [] }, question);

/** How much of it one rule is about: one that allows opens it to nobody's roles, one that denies closes it to an admin. */
export function extentOf(person: PersonActor, rule: PermissionRule, question: Question): "all" | "some" | "none" {
  const bare: PersonActor = { ...person, limitsGuests: false, roles: rule.deny ? ["admin"] : [], rules: [rule] };
  const outcome = outcomeOf(bare, question);
  if (outcome === "partly") return "some";
  return (outcome === "allowed") === (rule.deny ?? false) ? "none" : "all";
}
