import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Run } from "./check-query.ts";
import { lookOf } from "./run-look.ts";

type Shown = Pick<Run, "status" | "invalid" | "could_not_check" | "in_maintenance">;

/** The result of a run as a mark. Screen readers read the word. */
export function RunMark({ run }: { run: Shown }) {
  const { meaning, word } = lookOf(run);
  return (
    <span title={word} className="inline-flex shrink-0">
      <StatusMark meaning={meaning} />
      <span className="sr-only">{word}</span>
    </span>
  );
}

export function RunNote({ run }: { run: Shown }) {
  const { note } = lookOf(run);
  if (note === undefined) return null;
  return (
    <span className="inline-flex h-5 shrink-0 items-center rounded-sm border border-line bg-surface px-1.5 text-meta text-muted">
      {note}
    </span>
  );
}
