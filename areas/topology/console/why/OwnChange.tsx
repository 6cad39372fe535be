import { useQuery } from "@tanstack/react-query";
import { db, rows } from "#console/client/rows.ts";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Ago } from "#console/widgets/time/Timestamp.tsx";
import { printAge } from "#lib/time/duration.ts";
import type { WhyAnswer } from "../../why.contract.ts";

const lastChangeOf = (id: string) =>
  rows(["config_changes", "last one", id], () =>
    db
      .from("config_changes")
      .select("id,change_type,summary,created_at")
      .eq("config_id", id)
      .order("created_at", { ascending: false })
      .limit(1),
  );

/** The last change of the config item itself, and its time relative to the moment at which it became unhealthy. */
export function OwnChange({ answer: { start, transition } }: { answer: Pick<WhyAnswer, "start" | "transition"> }) {
  const isConfig = start.kind === "config";
  const change = useQuery({ ...lastChangeOf(start.id), enabled: isConfig }).data?.[0];
  if (!isConfig || !change) return null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      <span className="text-muted">Its last change:</span>
      <ResourceLink kind="config_change" id={change.id} name={change.summary || change.change_type} />
      <span className="text-muted">
        <Ago since={change.created_at} />
        {transition !== null && `, ${relation(change.created_at, transition)}`}
      </span>
    </span>
  );
}

/** "5m before it became unhealthy", "2h after it became unhealthy". */
export function relation(changedAt: string, transition: string): string {
  const millis = Date.parse(changedAt) - Date.parse(transition);
  return `${printAge(Math.abs(millis))} ${millis > 0 ? "after" : "before"} it became unhealthy`;
}
