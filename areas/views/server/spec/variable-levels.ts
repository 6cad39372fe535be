// Sorts variables into levels: the variables of a level depend only on variables of earlier levels.

interface Dependent {
  key: string;
  dependsOn?: readonly string[] | undefined;
}

export interface Levels<Variable> {
  levels: readonly (readonly Variable[])[];
  /** The keys of variables that depend on each other in a circle, or on such a variable. */
  circular: readonly string[];
}

/** Unknown keys in `dependsOn` are ignored here, because the validation of the spec reports them. */
export function levelsOf<Variable extends Dependent>(variables: readonly Variable[]): Levels<Variable> {
  const keys = new Set(variables.map(({ key }) => key));
  const levels: Variable[][] = [];
  const done = new Set<string>();
  let left = [...variables];
  while (left.length > 0) {
    const isReady = ({ dependsOn = [] }: Variable) => dependsOn.every((key) => done.has(key) || !keys.has(key));
    const level = left.filter(isReady);
    if (level.length === 0) break;
    levels.push(level);
    for (const { key } of level) done.add(key);
    left = left.filter((variable) => !level.includes(variable));
  }
  return { levels, circular: left.map(({ key }) => key) };
}
