import type { Column } from "#console/widgets/table/column.ts";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { printLatency } from "#lib/time/duration.ts";
import type { Run } from "./check-query.ts";
import { lookOf } from "./run-look.ts";
import { RunMark, RunNote } from "./RunMark.tsx";

export const historyColumns: readonly Column<Run>[] = [
  {
    id: "time",
    title: "Age",
    isName: true,
    width: 144,
    // The result is in the first column, which is visible on the smallest screen.
    cell: (run) => (
      <span className="flex items-center gap-2">
        <RunMark run={run} />
        <Elapsed since={run.time} />
      </span>
    ),
  },
  {
    id: "duration",
    title: "Duration",
    width: 88,
    narrow: "status",
    align: "right",
    cell: ({ duration, could_not_check: isUnknown }) =>
      duration === null || isUnknown ? null : <span className="tabular-nums">{printLatency(duration)}</span>,
  },
  {
    id: "message",
    title: "Message",
    minWidth: 240,
    sort: false,
    value: (run) => [lookOf(run).word, run.message, run.error].filter(Boolean).join(": "),
    cell: (run) => <Message run={run} />,
  },
];

function Message({ run }: { run: Run }) {
  const { message, error } = run;
  return (
    <span className="flex min-w-0 items-center gap-2" title={[message, error].filter(Boolean).join("\n")}>
      <RunNote run={run} />
      {!message && !error && <span className="text-muted">{lookOf(run).word}</span>}
      {/* Rendered as a single text, so that only its end is truncated. An error has the normal text colour: the mark
          shows the result, and the same error in red on every line would hide the lines that differ. */}
      <span className={`min-w-0 truncate empty:hidden ${error ? "" : "text-muted"}`}>
        {message && firstLine(message)}
        {message && error && ": "}
        {error && firstLine(error)}
      </span>
    </span>
  );
}

const firstLine = (text: string) => text.trim().split("\n", 1)[0];
