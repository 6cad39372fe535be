import { Button } from "#console/widgets/Button.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { countOf } from "#lib/text/words.ts";
import type { DryRunProgress } from "../../scraping.contract.ts";

type Entry = DryRunProgress["entries"][number];

interface DryRunInProgressProps {
  progress: DryRunProgress | undefined;
  onCancel: () => void;
}

const phases: Readonly<Record<DryRunProgress["phase"], string>> = {
  waiting: "Waiting for other dry runs to end",
  reading: "Reading the sources",
  comparing: "Comparing with the saved items",
};

/** Shows the progress of a dry run, so that a slow source does not look like a hanging source. */
export function DryRunInProgress({ progress, onCancel }: DryRunInProgressProps) {
  const { phase = "reading", entries = [], items = 0, elapsed = 0 } = progress ?? {};
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Spinner className="text-muted" />
        {/* Only the phase is announced, because screen readers would announce every change of the numbers. */}
        <span role="status" className="font-medium">
          {phases[phase]}
        </span>
        <span className="text-muted tabular-nums">
          {countOf(items, "item", "items")} found so far, {Math.floor(elapsed / 1000)} s
        </span>
        <span className="ml-auto">
          <Button icon="x" onClick={onCancel}>
            Cancel
          </Button>
        </span>
      </div>
      {entries.length > 0 && (
        <ul aria-label="Entries" className="rounded-md border border-line">
          {entries.map((entry) => (
            <Line key={`${entry.type} ${entry.index}`} entry={entry} />
          ))}
        </ul>
      )}
      <p className="text-muted">A dry run reads at most 500 items, for at most four minutes.</p>
    </div>
  );
}

const Line = ({ entry }: { entry: Entry }) => (
  <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 last:border-b-0">
    <span className="flex w-4 justify-center">
      <Mark state={entry.state} />
    </span>
    <span className="min-w-0 flex-1 truncate">
      {entry.type} {entry.index + 1}
    </span>
    <span className="text-muted tabular-nums">{progressText(entry)}</span>
  </li>
);

function Mark({ state }: { state: Entry["state"] }) {
  if (state === "reading") return <Spinner className="text-muted" />;
  if (state === "waiting") return <StatusMark meaning="unchecked" />;
  return <StatusMark meaning={state === "done" ? "healthy" : "unhealthy"} />;
}

function progressText({ state, items, changes, errors }: Entry): string {
  if (state === "waiting") return "waiting";
  return [
    countOf(items, "item", "items"),
    ...(changes > 0 ? [countOf(changes, "change", "changes")] : []),
    ...(errors > 0 ? [countOf(errors, "error", "errors")] : []),
  ].join(", ");
}
