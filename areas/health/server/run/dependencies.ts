// Orders the checks of a canary by their dependencies (`dependsOn`), and validates the dependencies on save. The API
// rejects circular and unknown dependencies, but a file or an older row may still contain them.
import { problem, type BadPart } from "#language/problem.ts";
import type { WrittenCheck } from "../spec/written-checks.ts";

export interface DependentCheck {
  name: string;
  spec: unknown;
}

export interface Ordered<Check extends DependentCheck> {
  check: Check;
  /** Indexes of the checks that must finish first. */
  after: readonly number[];
  /** Why the check cannot run. */
  wrong: string | undefined;
}

/** Sorts each check after its dependencies, and keeps the order of all other checks. */
export function ordered<Check extends DependentCheck>(checks: readonly Check[]): Ordered<Check>[] {
  const byName = new Map<string, Check[]>();
  for (const check of checks) byName.set(check.name, [...(byName.get(check.name) ?? []), check]);
  const wrong = new Map<Check, string>();
  const done: Check[] = [];
  const state = new Map<Check, "open" | "done">();

  function visit(check: Check, path: readonly Check[]): void {
    if (state.get(check) === "done") return;
    if (state.get(check) === "open") {
      const circle = path.slice(path.indexOf(check));
      const names = [...circle, check].map(({ name }) => name).join(" → ");
      for (const member of circle) wrong.set(member, `dependsOn is circular: ${names}.`);
      return;
    }
    state.set(check, "open");
    for (const name of dependenciesOf(check)) {
      const [parent, ...others] = byName.get(name) ?? [];
      if (!parent)
        wrong.set(check, `dependsOn names ${JSON.stringify(name)}, but the canary has no check of that name.`);
      else if (others.length > 0)
        wrong.set(
          check,
          `dependsOn names ${JSON.stringify(name)}, but the canary has ${others.length + 1} checks of that name.`,
        );
      else visit(parent, [...path, check]);
    }
    state.set(check, "done");
    done.push(check);
  }

  for (const check of checks) visit(check, []);
  const placeOf = new Map(done.map((check, index) => [check, index]));
  return done.map((check) => ({
    check,
    wrong: wrong.get(check),
    after: wrong.has(check) ? [] : dependenciesOf(check).map((name) => placeOf.get(byName.get(name)![0]!)!),
  }));
}

export function dependenciesOf({ spec }: Pick<DependentCheck, "spec">): readonly string[] {
  const names = (spec as { dependsOn?: unknown } | null | undefined)?.dependsOn;
  return Array.isArray(names) ? [...new Set(names.filter((name): name is string => typeof name === "string"))] : [];
}

type SavedCheck = Pick<WrittenCheck, "type" | "name" | "dependsOn" | "spec">;

/** Throws a Problem that lists the invalid dependencies. */
export function refuseBadDependencies(checks: readonly SavedCheck[]): void {
  if (checks.every(({ dependsOn }) => dependsOn.length === 0)) return;
  const bad: BadPart[] = [];
  const places = new Map<string, number>();
  const paths = checks.map(({ type }) => {
    const index = places.get(type) ?? 0;
    places.set(type, index + 1);
    return `spec.${type}.${index}`;
  });
  const seen = new Set<string>();
  for (const [index, { spec, name, dependsOn }] of checks.entries()) {
    const path = paths[index]!;
    const isNamed = typeof spec["name"] === "string" && spec["name"].trim() !== "";
    if (dependsOn.length > 0 && !isNamed) bad.push({ path: `${path}.name`, message: "is required with dependsOn" });
    const written = isNamed ? (spec["name"] as string).trim() : name;
    if (isNamed && seen.has(written))
      bad.push({
        path: `${path}.name`,
        message: `is the name of another check; with dependsOn, each check needs a unique name`,
      });
    seen.add(written);
  }
  const names = new Set(checks.map(({ name }) => name));
  for (const [index, { dependsOn }] of checks.entries())
    for (const parent of dependsOn)
      if (!names.has(parent))
        bad.push({
          path: `${paths[index]!}.dependsOn`,
          message: `names ${JSON.stringify(parent)}, but the canary has no check of that name`,
        });
  if (bad.length > 0) throw problem.badParts(bad);
  const circle = findCircle(checks);
  if (circle)
    throw problem.badParts([
      {
        path: `${paths[checks.findIndex(({ name }) => name === circle[0])]!}.dependsOn`,
        message: `is circular: ${circle.join(" → ")}`,
      },
    ]);
}

function findCircle(checks: readonly SavedCheck[]): string[] | undefined {
  const byName = new Map(checks.map((check) => [check.name, check]));
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): string[] | undefined => {
    const at = path.indexOf(name);
    if (at >= 0) return [...path.slice(at), name];
    if (done.has(name)) return undefined;
    path.push(name);
    for (const parent of byName.get(name)?.dependsOn ?? []) {
      const circle = visit(parent);
      if (circle) return circle;
    }
    path.pop();
    done.add(name);
    return undefined;
  };
  for (const { name } of checks) {
    const circle = visit(name);
    if (circle) return circle;
  }
  return undefined;
}

/** Returns all checks that a check depends on, directly or indirectly. */
export function ancestorsOf(name: string, parentsOf: (name: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (current: string) => {
    for (const parent of parentsOf(current))
      if (!found.has(parent) && parent !== name) {
        found.add(parent);
        visit(parent);
      }
  };
  visit(name);
  return found;
}
