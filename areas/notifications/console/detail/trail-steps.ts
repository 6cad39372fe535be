// Labels, icons and links for the decision steps.
import type { Meaning } from "#console/widgets/StatusMark.tsx";
import { capitalise } from "#lib/text/words.ts";
import type { TrailStep } from "../../model.ts";

const labels: Readonly<Record<string, string>> = {
  rule: "Rule",
  filter: "Filter",
  recipient: "Recipient",
  "repeat-interval": "Repeat interval",
  silence: "Silence",
  inhibition: "Inhibition",
  dependency: "Dependency",
  group: "Group",
  "rate-limit": "Rate limit",
  wait: "Wait",
  "quiet-hours": "Quiet hours",
  attempt: "Attempt",
  fallback: "Fallback",
  resolved: "Resolved",
};

/** A step that a later version recorded is shown by its raw name. */
export const stepLabel = (step: string) => labels[step] ?? capitalise(step.replaceAll(/[-_]/g, " "));

const meanings: Readonly<Record<Exclude<Meaning, "unchecked">, RegExp>> = {
  healthy: /^(?:passed|pass|matched|match|true|sent|delivered|found|ok|resolved|started|new)$/,
  unhealthy: /^(?:error|failed|refused|invalid)$/,
  warning: /^(?:waiting|wait|waits|held|pending|postponed|retry|limited)$/,
  unknown: /^(?:blocked|silenced|inhibited|skipped|grouped|digested|suppressed|repeated|repeat-interval|false|note)$/,
};

export function stepMeaning({ result }: Pick<TrailStep, "result">): Meaning {
  const found = (Object.entries(meanings) as [Meaning, RegExp][]).find(([, words]) => words.test(result));
  return found?.[0] ?? "unchecked";
}

/** The link to the row that caused the decision of a step, such as a silence. */
export function stepLink({
  step,
  id,
  name,
}: Pick<TrailStep, "step" | "id" | "name">): { href: string; label: string } | undefined {
  if (id === undefined) return undefined;
  switch (step) {
    case "silence":
      return {
        href: `/notifications/silences?id=${id}`,
        label: name === undefined ? "Open silence" : `Open silence ${name}`,
      };
    case "rule":
    case "filter":
    case "recipient":
      return { href: `/notifications/rules?id=${id}`, label: "Open rule" };
    case "attempt":
      return undefined;
    default:
      return {
        href: `/notifications?id=${id}`,
        label: name === undefined ? "Open message" : `Open message about ${name}`,
      };
  }
}
