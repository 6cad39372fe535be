// The triggers of a playbook as words.
import type { ShownSpec } from "../parts/playbooks-query.ts";

const words = {
  canary: "events of checks",
  component: "events of components",
  config: "events of catalog items",
  webhook: "a webhook",
  schedule: "a schedule",
} as const;

export function startersOf({ on }: Pick<ShownSpec, "on">): readonly string[] {
  const isUsed = (name: keyof typeof words) => {
    const value = on?.[name];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  };
  const names = Object.keys(words) as (keyof typeof words)[];
  return ["people", ...names.filter(isUsed).map((name) => words[name])];
}
