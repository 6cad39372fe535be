// The one policy: role table and permission rules decide resource × action, and through the relations' tags relation ×
// verb × column. Routes, the data API and the console ask the same rules (CASL). Deny wins.
import { createMongoAbility, type MongoAbility, type RawRuleOf } from "@casl/ability";
import { problem } from "#language/problem.ts";
import { isAdmin, roleTable, type Action, type Resource } from "#language/roles.ts";
import type { Actor, PermissionRule } from "../http/actor.ts";
import type { Relation } from "./relations.ts";

export type Ability = MongoAbility<[string, string]>;

/** What a statement does to a relation. */
export type Verb = "select" | "insert" | "update" | "delete";

export const actionOf = (verb: Verb): Action => (verb === "select" ? "read" : "write");

// An actor lives as long as its cache entry (identity), so its rules are compiled once, not once a request.
const abilities = new WeakMap<Actor, Ability>();

export function abilityOf(actor: Actor): Ability {
  let ability = abilities.get(actor);
  if (!ability) abilities.set(actor, (ability = createMongoAbility<Ability>(rulesOf(actor))));
  return ability;
}

function rulesOf(actor: Actor): RawRuleOf<Ability>[] {
  if (actor.kind === "system") return [{ action: "manage", subject: "all" }];
  const granted = actor.roles.flatMap((role) => {
    const { read, write } = roleTable[role];
    return [
      { action: "read", subject: [...read] },
      { action: "write", subject: [...write] },
    ];
  });
  // CASL lets the last matching rule decide: what forbids comes last.
  const rules = actor.rules.toSorted((a, b) => Number(a.deny ?? false) - Number(b.deny ?? false));
  return [...granted, ...rules.map(toAbilityRule)].filter(({ subject }) => subject.length > 0);
}

const toAbilityRule = ({ action, object, deny }: PermissionRule) => ({
  action: action === "*" ? "manage" : action,
  subject: object === "*" ? "all" : object,
  inverted: deny ?? false,
});

export const may = (actor: Actor | null, action: Action, resource: Resource) =>
  actor !== null && abilityOf(actor).can(action, resource);

/** Throws the Problem that names the missing permission. */
export function requireAccess(actor: Actor | null, action: Action, resource: Resource): asserts actor is Actor {
  if (actor === null) throw problem.unauthorized();
  if (!may(actor, action, resource)) throw problem.forbidden(action, resource);
}

export const isAdministrator = (actor: Actor | null) =>
  actor !== null && (actor.kind === "system" || isAdmin(actor.roles));

export const mayUse = (actor: Actor, verb: Verb, relation: Relation) =>
  relation.exposed && (verb === "select" || !relation.readonly) && may(actor, actionOf(verb), relation.resource);

/** The columns of a relation that an actor may see (or, for a write, set): never secret ones, never computed ones. */
export function allowedColumns(actor: Actor, verb: Verb, relation: Relation): readonly string[] {
  if (!mayUse(actor, verb, relation)) return [];
  return [...relation.columns.values()]
    .filter((column) => (verb === "select" ? !column.secret : !column.generated))
    .map(({ name }) => name);
}
