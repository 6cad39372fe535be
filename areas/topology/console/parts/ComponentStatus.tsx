import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { capitalise, splitCamelCase } from "#lib/text/words.ts";
import type { Topology } from "../../model.ts";

const looks = {
  healthy: "text-healthy-text",
  unhealthy: "text-unhealthy-text",
  warning: "text-warning-text",
  unknown: "text-unknown-text",
};

/** Statuses that a roll-up writes. */
const rolledUp = new Set([...Object.keys(looks), "info", "error"]);

/**
 * The health as a mark and a colour, and the status from the source. A roll-up status is left out, because it
 * summarises other components and could be "warning" next to the mark of an unhealthy component.
 */
export function ComponentStatus({ component: { health = "unknown", status: given } }: { component: Topology }) {
  const status = rolledUp.has(given.toLowerCase()) ? "" : given;
  return (
    <span className={`inline-flex max-w-full min-w-0 items-center gap-1.5 font-medium ${looks[health]}`}>
      <StatusMark meaning={health} />
      {status !== "" && <span className="sr-only">{capitalise(health)}: </span>}
      <span className="min-w-0 truncate">{capitalise(splitCamelCase(status || health))}</span>
    </span>
  );
}
