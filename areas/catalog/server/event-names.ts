// Config item events.
import type { EventName } from "#server/event-names.ts";

const problems = ["config.unhealthy", "config.warning", "config.degraded", "config.unknown"];

export const catalogEvents: readonly EventName[] = [
  { name: "config.created", title: "Config item created" },
  { name: "config.updated", title: "Config item updated" },
  { name: "config.changed", title: "Config item changed" },
  { name: "config.deleted", title: "Config item deleted" },
  { name: "config.healthy", title: "Config item healthy", ends: problems },
  { name: "config.unhealthy", title: "Config item unhealthy", isProblem: true },
  { name: "config.warning", title: "Config item has a warning", isProblem: true },
  { name: "config.degraded", title: "Config item recovered from unhealthy to warning", isProblem: true },
  { name: "config.unknown", title: "Config item health unknown", isProblem: true },
];

/** Returns the event name for a change of health. */
export const healthEvent = (before: string | null, health: string) =>
  before === "unhealthy" && health === "warning" ? "config.degraded" : `config.${health}`;
