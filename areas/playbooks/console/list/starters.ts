// What starts a playbook.
import type { ShownSpec } from "./playbooks-query.ts";

const words: Readonly<Record<string, string>> = {
  canary: "events of checks",
  component: "events of components",
  config: "events of catalog items",
  webhook: "a webhook",
  schedule: "a schedule",
};

export interface Starters {
  words: readonly string[];
  /** Its webhook has no authentication. */
  isOpenToEverybody: boolean;
}

export function startersOf({ on = {} }: Pick<ShownSpec, "on">): Starters {
  const isUsed = (name: string) => {
    const value = on[name];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  };
  const authentication = on.webhook?.authentication;
  const hasAuthentication =
    typeof authentication === "object" && authentication !== null && Object.values(authentication).some(Boolean);
  return {
    words: [
      "people",
      ...Object.keys(words)
        .filter(isUsed)
        .map((name) => words[name]!),
    ],
    isOpenToEverybody: on.webhook !== undefined && !hasAuthentication,
  };
}
