// Derives the health of an item if its source does not provide it: Kubernetes objects and some cloud resources by the
// rules of their kind, all other items by the name of their state.
import type { Json } from "#language/columns.ts";
import { kubernetesHealth } from "#lib/kubernetes-health/index.ts";
import { cloudHealth } from "./cloud-health.ts";
import { fieldIn, isFields } from "./document.ts";
import { healths, type Health } from "./found.ts";
import type { Draft } from "./item-values.ts";

const words: Readonly<Record<Health, string>> = {
  healthy:
    "active available bound complete completed connected deployed enabled green healthy inservice inuse ok okay online operational passed passing ready running succeeded success synced up valid",
  unhealthy:
    "aborted broken critical crashed crashloopbackoff dead degradedcritical down error errored expired failed failing failure fatal impaired inconsistent inaccessible incompatible invalid lost notready offline red timedout unavailable unhealthy unreachable",
  warning:
    "alarm degraded draining limited maintenance modifying outofsync partial partiallyavailable paused rebooting rollback rollingback suspended suspending throttled unstable upgrading warn warning yellow",
  unknown:
    "archived archiving backingup created creating deleted deleting deprovisioning disabled draft idle inactive initializing new none paused pending provisioning queued scheduled shutdown shuttingdown starting stopped stopping terminated terminating unknown updating waiting",
};

const byWord = new Map<string, Health>(
  healths.toReversed().flatMap((health) => words[health].split(" ").map((word) => [word, health] as const)),
);

/** Matches the end of compound words such as UPDATE_FAILED and rollback-complete. */
const endings: readonly (readonly [RegExp, Health])[] = [
  [/rollback/, "warning"],
  [/(?:failed|failure|error|unhealthy|unavailable|inaccessible)$/, "unhealthy"],
  [/^(?:inaccessible|incompatible)/, "unhealthy"],
  [/(?:degraded|maintenance|warning)$/, "warning"],
  [/(?:inprogress|ing)$/, "unknown"],
  [/(?:complete|completed|succeeded|successful)$/, "healthy"],
];

/** Returns undefined for an unknown word. */
export function healthNamed(state: string): Health | undefined {
  const word = state.toLowerCase().replaceAll(/[^a-z]/g, "");
  return byWord.get(word) ?? endings.find(([ending]) => ending.test(word))?.[1];
}

/** Fills in health and status if the entry does not set them. */
export function withHealth(draft: Draft, now: number): Draft {
  if ((draft.health ?? "") !== "" || (draft.status ?? "") !== "") return draft;
  const { config } = draft;
  if (!isFields(config)) return draft;
  if (typeof fieldIn(config, "apiVersion") === "string" && typeof fieldIn(config, "kind") === "string") {
    const { health, status, ready, message } = kubernetesHealth(config, now);
    return {
      ...draft,
      health,
      status: status === "" ? undefined : status,
      isReady: ready,
      ...(message !== undefined && message !== "" && draft.description === undefined && { description: message }),
    };
  }
  const known = cloudHealth(draft.type, config);
  if (known) {
    const { message, ...found } = known;
    return { ...draft, ...found, ...(message && draft.description === undefined && { description: message }) };
  }
  const state = stateOf(config);
  return state === undefined ? draft : { ...draft, status: state, health: healthNamed(state) ?? "unknown" };
}

const maxLength = 200;

function stateOf(config: { readonly [key: string]: Json }): string | undefined {
  const keys = Object.keys(config);
  const named = (test: (key: string) => boolean) => keys.filter((key) => test(key.toLowerCase()));
  const wanted = [
    ...named((key) => key === "status"),
    ...named((key) => key === "state"),
    ...named((key) => key !== "status" && key.endsWith("status")),
  ];
  for (const key of wanted) {
    const held = config[key]!;
    const text = isFields(held)
      ? ["name", "Name", "state", "status", "phase"].map((name) => fieldIn(held, name)).find(isWord)
      : held;
    if (isWord(text)) return text.trim().slice(0, maxLength);
  }
  return undefined;
}

const isWord = (value: Json | undefined): value is string => typeof value === "string" && value.trim() !== "";
