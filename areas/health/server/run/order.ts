// Orders the checks of a canary by dependsOn. The API refuses circular and unknown dependencies, but a file or an older row
// may still contain them.

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

/** Sorts each check after its dependencies and otherwise keeps the given order. */
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
