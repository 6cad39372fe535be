// Validates dependsOn: names of checks in the same canary, without a cycle.
import { problem, type BadPart } from "#language/problem.ts";
import type { WrittenCheck } from "../spec/written-checks.ts";

type DependentCheck = Pick<WrittenCheck, "type" | "name" | "dependsOn" | "spec">;

/** Throws a Problem that lists the invalid dependencies. */
export function refuseBadDependencies(checks: readonly DependentCheck[]): void {
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
      bad.push({ path: `${path}.name`, message: `is the name of another check: with dependsOn each needs its own` });
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

function findCircle(checks: readonly DependentCheck[]): string[] | undefined {
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

/** All checks that a check depends on, directly or indirectly. */
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
