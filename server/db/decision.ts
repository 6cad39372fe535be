// Explains why a person is or is not allowed to do something. It evaluates the policy for each role and each rule
// alone, so that the explanation always matches the actual decision. Pure.
import { isSpecialAction, readActions, rowActions, specialActions, subjectsOf } from "#language/permissions.ts";
import { resources, type Resource } from "#language/roles.ts";
import type { PermissionRule, PersonActor } from "../http/actor.ts";
import { allows, reachOf } from "./policy.ts";

/** `partly` means some of the actions or resources, or some rows. */
export type Outcome = "allowed" | "partly" | "denied";

export interface Question {
  /** A resource, an object that covers several resources, or `*`. */
  object: string;
  /** One action, several separated by commas, `write`, or `*`. */
  action: string;
}

/** The decision for a person with all roles and rules. */
export function outcomeOf(person: PersonActor, { object, action }: Question): Outcome {
  const subjects = subjectsOf(object).flatMap((subject) => (subject === "*" ? resources : [subject]));
  const actions = (readActions(action) ?? []).flatMap((name) =>
    name === "*" ? [...rowActions, ...Object.keys(specialActions)] : [name],
  );
  const answers = actions.flatMap((name) =>
    applicableSubjects(name, object === "*" ? [...subjects, "mcp"] : subjects).map((subject) =>
      answer(person, name, subject),
    ),
  );
  if (answers.every((outcome) => outcome === "denied")) return "denied";
  return answers.every((outcome) => outcome === "allowed") ? "allowed" : "partly";
}

/** A special action belongs to its own subjects only, whatever other subjects are in the question. */
const applicableSubjects = (action: string, subjects: readonly string[]): readonly string[] =>
  isSpecialAction(action)
    ? specialActions[action].on.filter((subject) => subjects.includes(subject))
    : subjects.filter((subject) => subject !== "mcp");

function answer(person: PersonActor, action: string, subject: string): Outcome {
  if (!(resources as readonly string[]).includes(subject))
    return allows(person, action, subject) ? "allowed" : "denied";
  const reach = reachOf(person, action as (typeof rowActions)[number], subject as Resource);
  if (reach === "all") return "allowed";
  return reach === "none" ? "denied" : "partly";
}

/** The decision of one role alone. */
export const grantOf = (person: PersonActor, role: PersonActor["roles"][number], question: Question): Outcome =>
  outcomeOf({ ...person, roles: [role], rules: [] }, question);

/**
 * Returns how much of the question a rule covers: an allowing rule is evaluated for a person without roles, a denying
 * rule for an admin.
 */
export function extentOf(person: PersonActor, rule: PermissionRule, question: Question): "all" | "some" | "none" {
  const bare: PersonActor = { ...person, limitsGuests: false, roles: rule.deny ? ["admin"] : [], rules: [rule] };
  const outcome = outcomeOf(bare, question);
  if (outcome === "partly") return "some";
  return (outcome === "allowed") === (rule.deny ?? false) ? "none" : "all";
}
