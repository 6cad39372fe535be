// The state of all resources of an incident at one moment, for the scrub bar.
import type { IncidentReplay } from "../../contract/afterwards.ts";

export type Health = "healthy" | "unhealthy" | "warning" | "unknown";
type ReplayResource = IncidentReplay["resources"][number];
type ReplayChange = IncidentReplay["changes"][number];

export interface ShownResource {
  resource: ReplayResource;
  health: Health;
}

const order: readonly Health[] = ["unhealthy", "warning", "unknown", "healthy"];

/** The health at a moment; unknown before the first interval. The last interval lasts until the end of the replay. */
export const healthAt = ({ intervals }: Pick<ReplayResource, "intervals">, at: number): Health =>
  healthOf(intervals.findLast(({ from }) => Date.parse(from) <= at)?.health);

/** Words in the data that are not in `order` are treated as unknown. */
export const healthOf = (word: string | undefined): Health => order.find((health) => health === word) ?? "unknown";

/** All resources at a moment, the worst first. */
export const resourcesAt = ({ resources }: Pick<IncidentReplay, "resources">, at: number): readonly ShownResource[] =>
  resources
    .map((resource) => ({ resource, health: healthAt(resource, at) }))
    .toSorted(
      (a, b) => order.indexOf(a.health) - order.indexOf(b.health) || a.resource.name.localeCompare(b.resource.name),
    );

/** The changes up to a moment, newest first. Changes of the last minutes are marked. */
export const changesAt = (
  { changes }: Pick<IncidentReplay, "changes">,
  at: number,
): readonly { change: ReplayChange; isRecent: boolean }[] =>
  changes
    .filter((change) => Date.parse(change.at) <= at)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .map((change) => ({ change, isRecent: at - Date.parse(change.at) <= RECENT_MS }));

const RECENT_MS = 5 * 60_000;
