// Which checks of a canary wait for which. Doors refuse what cannot be; a file or an older row may still say it.

export interface Leaning {
  name: string;
  spec: unknown;
}

export interface Ordered<Check extends Leaning> {
  check: Check;
  /** The checks that it waits for, by their place in the order. */
  after: readonly number[];
  /** Why it cannot be run. */
  wrong: string | undefined;
}

/** Each after those that it leans on, otherwise as they are given. */
export function ordered<Check extends Leaning>(checks: readonly Check[]): Ordered<Check>[] {
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
      for (const one of circle) wrong.set(one, `dependsOn goes round in a circle: ${names}.`);
      return;
    }
    state.set(check, "open");
    for (const name of dependenciesOf(check)) {
      const [parent, ...others] = byName.get(name) ?? [];
      if (!parent) wrong.set(check, `dependsOn names ${JSON.stringify(name)}, and no check here is called so.`);
      else if (others.length > 0)
        wrong.set(
          check,
          `dependsOn names ${JSON.stringify(name)}, and ${others.length + 1} checks here are called so.`,
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

export function dependenciesOf({ spec }: Pick<Leaning, "spec">): readonly string[] {
  const names = (spec as { dependsOn?: unknown } | null | undefined)?.dependsOn;
  return Array.isArray(names) ? [...new Set(names.filter((name): name is string => typeof name === "string"))] : [];
}
