// The access policy: the role table and permission rules decide per resource and action and, through the tags of
// relations, per relation, verb and column. Routes, the data API and the console use the same rules (CASL). Deny wins.
// Rules about single rows (row-scopes.ts) become claims, which the row policies of the database read (row-policies.ts).
import { createMongoAbility, type MongoAbility, type RawRuleOf } from "@casl/ability";
import {
  admittingActions,
  isSpecialAction,
  readActions,
  rowActions,
  specialActions,
  subjectsOf,
  writeActions,
  type ActionSubject,
  type RowAction,
  type SpecialAction,
} from "#language/permissions.ts";
import type { Labels } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import { isAdmin, resources, roleTable, type Action, type Resource, type Role } from "#language/roles.ts";
import { isReadOnly, type Actor, type PermissionRule } from "../http/actor.ts";
import type { Claims, ClaimedRows } from "./pool.ts";
import type { Relation } from "./relations.ts";
import { rowScopesOf, type RowDocument } from "./row-scopes.ts";
import { allRowKinds, rowKindOf, rowKinds, type RowKind } from "./row-kinds.ts";

type Ability = MongoAbility<[string, string]>;

/** The kind of statement on a relation. */
export type Verb = "select" | "insert" | "update" | "delete";

export const rowActionOf = (verb: Verb): RowAction =>
  verb === "select" ? "read" : verb === "insert" ? "create" : verb;

/** The resource whose permissions apply. */
export const resourceOf = (verb: Verb, { resource, writeResource }: Relation) =>
  verb === "select" ? resource : writeResource;

/**
 * The part of a resource that an actor can access: nothing, everything, or the rows that are allowed and not denied.
 */
export type Reach = "none" | "all" | Limited;

export interface Limited {
  /** Everything that is not denied is allowed. */
  all: boolean;
  allow: readonly RowDocument[];
  deny: readonly RowDocument[];
}

interface Compiled {
  ability: Ability;
  limiting: readonly LimitingRule[];
  reaches: Map<string, Reach>;
  claims: Map<Purpose, string | undefined>;
}

/** The action that claims apply to; soft deletes count as "delete" although they are updates in SQL. */
export type Purpose = "read" | "write" | "delete";

interface LimitingRule {
  actions: readonly string[];
  deny: boolean;
  scopes: ReadonlyMap<RowKind, readonly RowDocument[]>;
}

// The compiled rules per actor. An actor object lives as long as its cache entry (identity), so its rules are compiled
// once instead of per request.
const compiled = new WeakMap<Actor, Compiled>();

function compile(actor: Actor): Compiled {
  const cached = compiled.get(actor);
  if (cached) return cached;
  const unlimited: PermissionRule[] = [];
  const limiting: LimitingRule[] = [];
  for (const rule of rulesOf(actor)) {
    const scopes = rowScopesOf(rule);
    if (!scopes) unlimited.push(rule);
    else limiting.push({ actions: readActions(rule.action) ?? unreadable(rule), deny: rule.deny ?? false, scopes });
  }
  const ability = createMongoAbility<Ability>(abilityRules(actor, unlimited));
  const result: Compiled = { ability, limiting, reaches: new Map(), claims: new Map() };
  compiled.set(actor, result);
  return result;
}

/**
 * Returns the rules of an actor. For a read-only token, allowing rules are reduced to reading; denying rules stay
 * unchanged.
 */
function rulesOf(actor: Actor): readonly PermissionRule[] {
  if (actor.kind === "system") return [];
  return isReadOnly(actor) ? actor.rules.flatMap(readingPart) : actor.rules;
}

export function readingPart(rule: PermissionRule): PermissionRule[] {
  if (rule.deny) return [rule];
  const stated = readActions(rule.action) ?? [];
  const kept = keptByReadOnly.filter((action) => stated.includes("*") || stated.includes(action));
  return kept.length > 0 ? [{ ...rule, action: kept.join(",") }] : [];
}

const keptByReadOnly: readonly string[] = ["read", ...admittingActions];

/** Returns the actions of an unreadable rule: a denying rule denies everything, an allowing rule allows nothing. */
const unreadable = ({ deny }: PermissionRule): readonly string[] => (deny ? ["*"] : []);

function abilityRules(actor: Actor, rules: readonly PermissionRule[]): RawRuleOf<Ability>[] {
  if (actor.kind === "system") return [{ action: "manage", subject: "all" }];
  const limits = { isLimited: actor.limitsGuests ?? false, onlyReads: isReadOnly(actor) };
  const granted = actor.roles.flatMap((role) => grantsOf(role, limits));
  // In CASL the last matching rule decides, so denying rules come last.
  const ordered = rules.toSorted((a, b) => Number(a.deny ?? false) - Number(b.deny ?? false));
  return [...granted, ...ordered.map(toAbilityRule)].filter(
    ({ action, subject }) => action.length > 0 && subject.length > 0,
  );
}

function grantsOf(
  role: Role,
  { isLimited, onlyReads }: { isLimited: boolean; onlyReads: boolean },
): { action: string | string[]; subject: string | string[] }[] {
  // "all" also includes subjects that are not resources, such as the push of agents.
  if (role === "admin") return [{ action: onlyReads ? [...keptByReadOnly] : "manage", subject: "all" }];
  const { read, write } = roleTable[role];
  const limits = isLimited && role === "guest";
  const reading = { action: "read", subject: limits ? read.filter((resource) => !rowKindOf(resource)) : [...read] };
  const special = Object.entries(specialActions).flatMap(([action, { on, roles }]) =>
    (roles as readonly Role[]).includes(role) && (!onlyReads || keptByReadOnly.includes(action))
      ? [{ action, subject: [...on] }]
      : [],
  );
  if (onlyReads) return [reading, ...special];
  return [reading, { action: [...writeActions], subject: [...write] }, ...special];
}

function toAbilityRule(rule: PermissionRule) {
  const actions = readActions(rule.action) ?? unreadable(rule);
  const subjects = subjectsOf(rule.object);
  return {
    action: actions.map((action) => (action === "*" ? "manage" : action)),
    subject: subjects.map((subject) => (subject === "*" ? "all" : subject)),
    inverted: rule.deny ?? false,
  };
}

/** Whether an action is allowed on a whole resource; `write` means create, update and delete. */
export function may(actor: Actor | null, action: Action | RowAction | SpecialAction, resource: Resource): boolean {
  if (actor === null) return false;
  const { ability } = compile(actor);
  return action === "write"
    ? writeActions.every((writeAction) => ability.can(writeAction, resource))
    : ability.can(action, resource);
}

/** Does the same as `may` for subjects that are not resources, such as the push of agents. */
export const allows = (actor: Actor, action: string, subject: string): boolean =>
  compile(actor).ability.can(action, subject);

/** Throws a Problem with the missing permission. */
export function requireAccess(
  actor: Actor | null,
  action: Action | SpecialAction,
  resource: Resource,
): asserts actor is Actor {
  if (actor === null) throw problem.unauthorized();
  if (!may(actor, action, resource)) throw problem.forbidden(action, resource);
}

/** Subjects that only administrators may grant, even if others have access to them. */
const grantedByAdministrators: readonly string[] = [
  "*",
  "rbac",
  "permissions",
  "identities",
  "connections",
  "connection-detail",
  "auth",
  "kratos",
];

/**
 * Whether an actor may create or remove a rule. Actors cannot grant rights that they do not have, and cannot remove a
 * rule that denies something to themselves.
 */
export function mayGrant(actor: Actor, rule: PermissionRule): boolean {
  if (isAdministrator(actor)) return true;
  const actions = (readActions(rule.action) ?? ["*"]).flatMap((action) =>
    action === "*" ? [...rowActions, ...Object.keys(specialActions)] : [action],
  );
  const scopes = rowScopesOf(rule);
  if (!scopes) {
    const { ability } = compile(actor);
    return subjectsOf(rule.object).every(
      (subject) =>
        !grantedByAdministrators.includes(subject) &&
        actions.every((action) => {
          if (isSpecialAction(action))
            return specialActions[action].on.every((actedOn) => ability.can(action, actedOn));
          if (!isRowAction(action)) return false;
          return isResource(subject) ? reachOf(actor, action, subject) === "all" : ability.can(action, subject);
        }),
    );
  }
  return [...scopes].every(([kind, documents]) => {
    const resource = rowKinds[kind].resources[0];
    if (grantedByAdministrators.includes(resource)) return false;
    return actions.every((action) =>
      isRowAction(action) || isSpecialAction(action)
        ? covers(reachOf(actor, action, resource), documents)
        : compile(actor).ability.can(action, resource),
    );
  });
}

const isRowAction = (action: string): action is RowAction => (rowActions as readonly string[]).includes(action);

const isResource = (name: string): name is Resource => (resources as readonly string[]).includes(name);

/** Whether all these rows are certainly accessible. Only equal documents count as covered. */
function covers(reach: Reach, documents: readonly RowDocument[]): boolean {
  if (reach === "all" || reach === "none") return reach === "all";
  const known = new Set(reach.allow.map((document) => JSON.stringify(document)));
  return reach.deny.length === 0 && (reach.all || documents.every((document) => known.has(JSON.stringify(document))));
}

export const isAdministrator = (actor: Actor | null) =>
  actor !== null && (actor.kind === "system" || isAdmin(actor.roles));

export function reachOf(actor: Actor, action: RowAction | SpecialAction, resource: ActionSubject): Reach {
  const { ability, limiting, reaches } = compile(actor);
  const key = `${action} ${resource}`;
  let reach = reaches.get(key);
  if (reach === undefined) reaches.set(key, (reach = findReach(ability, limiting, action, resource)));
  return reach;
}

function findReach(
  ability: Ability,
  limiting: readonly LimitingRule[],
  action: string,
  resource: ActionSubject,
): Reach {
  const decisive = ability.relevantRuleFor(action, resource);
  if (decisive?.inverted) return "none";
  const all = decisive !== null;
  const kind = rowKindOf(resource);
  if (kind === undefined) return all ? "all" : "none";
  const documents = (deny: boolean) =>
    limiting
      .filter((rule) => rule.deny === deny && (rule.actions.includes("*") || rule.actions.includes(action)))
      .flatMap(({ scopes }) => scopes.get(kind) ?? []);
  const [allow, deny] = [all ? [] : documents(false), documents(true)];
  // A rule that denies some rows does not allow other rows.
  if (!all && allow.length === 0) return "none";
  if (all && deny.length === 0) return "all";
  return { all, allow, deny };
}

/** Whether an action is allowed on a row that is already loaded. The row policies give the same result. */
export function mayOne(
  actor: Actor,
  action: RowAction | SpecialAction,
  resource: Resource,
  {
    labels = {},
    ...row
  }: Readonly<Partial<Record<Exclude<keyof RowDocument, "tags" | "labels">, string>>> & {
    labels?: Readonly<Record<string, string>> | null | undefined;
  },
): boolean {
  const reach = reachOf(actor, action, resource);
  if (reach === "all" || reach === "none") return reach === "all";
  const facts = new Map<string, unknown>(Object.entries(row));
  // Only the catalog distinguishes tags and labels, and its rows are not checked here.
  const hasLabels = (wanted: Labels = {}) => Object.entries(wanted).every(([key, value]) => labels?.[key] === value);
  const matches = ({ tags, labels: wanted, ...document }: RowDocument) =>
    hasLabels(tags) && hasLabels(wanted) && Object.entries(document).every(([key, value]) => facts.get(key) === value);
  return (reach.all || reach.allow.some(matches)) && !reach.deny.some(matches);
}

/** Returns the claims for the row policies as JSON; undefined for actors without limits on rows. */
export function claimsOf(actor: Actor, purpose: Purpose): string | undefined {
  if (actor.kind === "system") return undefined;
  const { claims, limiting } = compile(actor);
  if (limiting.length === 0 && !actor.limitsGuests) return undefined;
  if (!claims.has(purpose)) claims.set(purpose, findClaims(actor, purpose));
  return claims.get(purpose);
}

function findClaims(actor: Exclude<Actor, { kind: "system" }>, purpose: Purpose): string | undefined {
  const rows: Record<string, Record<string, ClaimedRows>> = {};
  let isLimited = false;
  for (const kind of allRowKinds) {
    rows[kind] = {};
    for (const action of rowActions) {
      // The first resource of a kind is the resource of its own table.
      const checked = purpose === "delete" && action === "update" ? "delete" : action;
      const reach = reachOf(actor, checked, rowKinds[kind].resources[0]);
      if (reach === "none") continue;
      rows[kind][action] = claimedRows(kind, reach);
      isLimited ||= reach !== "all" && (purpose === "write" || purpose === "delete" || action === "read");
    }
  }
  const claims: Claims = { person_id: actor.id, rows };
  return isLimited ? JSON.stringify(claims) : undefined;
}

/** The ids of all rows of a kind that the actor can see, if access depends only on ids. */
export function namedRows(actor: Actor, kind: RowKind): readonly string[] | undefined {
  if (claimsOf(actor, "read") === undefined) return undefined;
  const reach = reachOf(actor, "read", rowKinds[kind].resources[0]);
  if (reach === "all" || reach === "none") return undefined;
  const { shape, ids } = claimedRows(kind, reach);
  return shape === "ids" ? ids : undefined;
}

function claimedRows(kind: RowKind, reach: Exclude<Reach, "none">): ClaimedRows {
  if (reach === "all") return { shape: "all", all: true };
  const [allowed, denied] = [sortOut(kind, reach.allow), sortOut(kind, reach.deny)];
  const parts = { ...allowed, denied_ids: denied.ids, denied_tags: denied.tags, denied: denied.documents };
  const present = Object.entries(parts).flatMap(([part, { length }]) => (length > 0 ? [part] : []));
  const areAlike = [...parts.documents, ...parts.denied].every(isOfAlike);
  return { shape: shapeOf(reach.all, present, areAlike ? "alike" : "mixed"), all: reach.all, ...parts };
}

/** Returns the kind of comparison that rows need. The common cases need only one comparison per row. */
function shapeOf(all: boolean, present: readonly string[], others: "alike" | "mixed"): ClaimedRows["shape"] {
  const only = present.length === 1 ? present[0] : undefined;
  if (all) return only === "denied_ids" ? "all_but_ids" : others;
  return only === "ids" || only === "tags" ? only : others;
}

/** Whether a document matches all rows of a group or no row of the group. */
const isOfAlike = ({ id, name, labels }: RowDocument) => id === undefined && name === undefined && labels === undefined;

/** Sorts documents by the cost of comparing a row with them. */
function sortOut(kind: RowKind, all: readonly RowDocument[]) {
  const sorted = { ids: [] as string[], tags: [] as object[], documents: [] as RowDocument[] };
  for (const document of all.map((original) => withLabelsAsTags(kind, original))) {
    const { id, tags, ...more } = document;
    if (Object.keys(more).length > 0 || (id === undefined) === (tags === undefined)) sorted.documents.push(document);
    else if (id !== undefined) sorted.ids.push(id);
    else sorted.tags.push(tags!);
  }
  return sorted;
}

/** Only the catalog distinguishes tags and labels; for other kinds they are the same. */
const withLabelsAsTags = (kind: RowKind, { labels, ...document }: RowDocument): RowDocument =>
  labels === undefined || document.tags !== undefined || kind === "config"
    ? { ...document, ...(labels && { labels }) }
    : { ...document, tags: labels };

export const mayUse = (actor: Actor, verb: Verb, relation: Relation) =>
  relation.exposed &&
  (verb === "select" || !relation.readonly) &&
  reachOf(actor, rowActionOf(verb), resourceOf(verb, relation)) !== "none";

/** Whether an actor who can read a relation can see all its rows. */
export const seesAllRows = (actor: Actor, { rows }: Relation) =>
  claimsOf(actor, "read") === undefined || rows === undefined;

/**
 * Returns the columns that an actor may read or, for a write, set. Secret columns are never included; masked columns
 * can be set but not read.
 */
export function allowedColumns(actor: Actor, verb: Verb, relation: Relation): readonly string[] {
  if (!mayUse(actor, verb, relation)) return [];
  return [...relation.columns.values()]
    .filter(({ secret, masked, generated }) => (verb === "select" ? !secret && !masked : !secret && !generated))
    .map(({ name }) => name);
}

const keys = new WeakMap<Actor, string>();

/**
 * Returns a key that is equal for actors who can read the same resources. A plan depends only on this key and the
 * request.
 */
export function readingKey(actor: Actor): string {
  let key = keys.get(actor);
  if (key === undefined) {
    key = readable(actor).join();
    keys.set(actor, key);
  }
  return key;
}

/**
 * Returns a key that is equal for actors with the same access to relations and functions. The API description depends
 * only on this key.
 */
export const rightsKey = (actor: Actor): string =>
  resources
    .map((resource) => rowActions.map((action) => (reachOf(actor, action, resource) === "none" ? 0 : 1)).join(""))
    .join();

const readable = (actor: Actor) =>
  resources.map((resource) => (reachOf(actor, "read", resource) === "none" ? "" : resource));
