// Which checks of a canary lean on which: by name, in one canary, without going round in a circle.
import { problem, type BadPart } from "#language/problem.ts";
import type { WrittenCheck } from "../spec/written-checks.ts";

type Leaning = Pick<WrittenCheck, "type" | "name" | "dependsOn" | "spec">;

/** Throws the Problem that says what cannot be. */
export function refuseBadDependencies(checks: readonly Leaning[]): void {
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
    for (const on of dependsOn)
      if (!names.has(on))
        bad.push({
          path: `${paths[index]!}.dependsOn`,
          message: `names ${JSON.stringify(on)}, and no check here is called so`,
        });
  if (bad.length > 0) throw problem.badParts(bad);
  const circle = findCircle(checks);
  if (circle)
    throw problem.badParts([
      {
        path: `${paths[checks.findIndex(({ name }) => name === circle[0])]!}.dependsOn`,
        message: `goes round in a circle: ${circle.join(" → ")}`,
      },
    ]);
}

function findCircle(checks: readonly Leaning[]): string[] | undefined {
  const byName = new Map(checks.map((check) => [check.name, check]));
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): string[] | undefined => {
    const at = path.indexOf(name);
    if (at >= 0) return [...path.slice(at), name];
    if (done.has(name)) return undefined;
    path.push(name);
    for (const on of byName.get(name)?.dependsOn ?? []) {
      const circle = visit(on);
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

/** Everything that a check leans on, also through others. */
export function ancestorsOf(name: string, parentsOf: (name: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (of: string) => {
    for (const parent of parentsOf(of))
      if (!found.has(parent) && parent !== name) {
        found.add(parent);
        visit(parent);
      }
  };
  visit(name);
  return found;
}
