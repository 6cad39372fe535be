import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Age, RowAge } from "#console/widgets/time/Age.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { printAge } from "#lib/time/duration.ts";
import { runPath } from "../parts/paths.ts";
import { iconOfAction } from "../parts/action-icons.ts";
import { StatusSign } from "../parts/Status.tsx";
import { statusWord } from "../parts/status-words.ts";
import { titleOfRun } from "../runs/run-columns.tsx";
import type { ActionRow } from "../runs/run-query.ts";
import type { TimelineEntry } from "./timeline.ts";

interface TimelineProps {
  entries: readonly TimelineEntry[];
  /** The id of the shown action. */
  chosen: string | undefined;
  choose: (id: string) => void;
}

/** The actions of a run in order, with approvals and child runs. */
export const Timeline = ({ entries, chosen, choose }: TimelineProps) => (
  <nav aria-label="Actions" className="min-h-0 overflow-y-auto py-2">
    <ol className="flex flex-col">
      {entries.map((entry) => (
        <li key={entry.key} style={{ marginLeft: `${entry.depth}rem` }} className="px-2">
          <Entry entry={entry} chosen={chosen} choose={choose} />
        </li>
      ))}
    </ol>
  </nav>
);

const row = "flex w-full min-h-9 min-w-0 items-center gap-2 rounded-md px-2 py-1 text-left";

function Entry({ entry, chosen, choose }: { entry: TimelineEntry } & Omit<TimelineProps, "entries">) {
  switch (entry.type) {
    case "action":
      return <Action entry={entry} chosen={chosen} choose={choose} />;
    case "planned":
      return (
        <p className={`${row} text-muted`}>
          <StatusMark meaning="unchecked" />
          <span className="min-w-0 flex-1 truncate">{entry.name}</span>
          <span className="text-meta">{entry.isOver ? "Not run" : "Not started"}</span>
        </p>
      );
    case "failure":
      return (
        <p className={`${row} text-unhealthy-text`}>
          <StatusMark meaning="unhealthy" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            {entry.title}: {entry.text}
          </span>
        </p>
      );
    case "approval": {
      const { person, team, created_at: at, voided_at: voided } = entry.approval;
      return (
        <p className={`${row} ${voided === null ? "" : "text-muted line-through"}`}>
          <Icon name="shield-check" size={14} className="shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate">
            Approved by {team ? `team ${team.name}` : (person?.name ?? "a deleted person")}
          </span>
          <span className="text-meta text-muted">
            {voided === null ? <RowAge since={at} /> : "void: the plan has changed"}
          </span>
        </p>
      );
    }
    case "child":
      return (
        <AddressLink href={runPath(entry.run.id)} className={`${row} hover:bg-hover`}>
          <Icon name="corner-down-right" size={14} className="shrink-0 text-muted" />
          <StatusSign status={entry.run.status} />
          <span className="min-w-0 flex-1 truncate">{titleOfRun(entry.run)}</span>
          <span className="text-meta text-muted">{statusWord(entry.run.status)}</span>
        </AddressLink>
      );
  }
}

function Action({
  entry: { attempts, kind },
  chosen,
  choose,
}: { entry: Extract<TimelineEntry, { type: "action" }> } & Omit<TimelineProps, "entries">) {
  const action = attempts.at(-1)!;
  const isChosen = attempts.some(({ id }) => id === chosen);
  const isSelectable = action.status !== "skipped";
  return (
    <button
      type="button"
      aria-current={isChosen ? "true" : undefined}
      aria-disabled={!isSelectable}
      onClick={() => isSelectable && choose(action.id)}
      className={`${row} not-aria-disabled:hover:bg-hover aria-disabled:text-muted aria-[current]:bg-selected`}
    >
      <StatusSign status={action.status} />
      <AnyIcon name={iconOfAction(kind)} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{action.name}</span>
        {attempts.length > 1 && <span className="block text-meta text-muted">{attempts.length} attempts</span>}
      </span>
      <span className="shrink-0 text-meta text-muted">
        <ActionDuration action={action} />
      </span>
      <span className="sr-only">{statusWord(action.status)}</span>
    </button>
  );
}

/** The duration of an action, or the reason why it has no duration. */
function ActionDuration({
  action: { status, start_time: start, end_time: end, scheduled_time: at },
}: {
  action: ActionRow;
}) {
  if (status === "skipped") return "Skipped";
  if (start !== null && end !== null) return <Age since={start} to={end} />;
  if (status === "running" && start !== null) return <Elapsed since={start} />;
  if (status === "sleeping" || status === "scheduled") return <TimeUntilStart at={at} status={status} />;
  return statusWord(status);
}

/** The time until a delayed action or a retry. */
function TimeUntilStart({ at, status }: { at: string; status: string }) {
  const seconds = useClock((now) => Math.ceil((Date.parse(at) - now) / 1000));
  return seconds > 0 ? `in ${printAge(seconds * 1000)}` : statusWord(status);
}
