import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { capitalise, splitCamelCase } from "#lib/text/words.ts";
import type { Topology } from "../../model.ts";

const looks = {
  healthy: "text-healthy-text",
  unhealthy: "text-unhealthy-text",
  warning: "text-warning-text",
  unknown: "text-unknown-text",
};

/** The health as a mark and a colour, and the status as the source writes it. */
export function ComponentStatus({ component: { health = "unknown", status } }: { component: Topology }) {
  return (
    <span className={`inline-flex max-w-full min-w-0 items-center gap-1.5 font-medium ${looks[health]}`}>
      <StatusMark meaning={health} />
      {status !== "" && status !== health && <span className="sr-only">{capitalise(health)}: </span>}
      <span className="min-w-0 truncate">{capitalise(splitCamelCase(status || health))}</span>
    </span>
  );
}
