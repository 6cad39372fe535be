import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Switch } from "#console/widgets/Switch.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { oneRun, type WholeRun } from "./check-query.ts";
import { compareParts, type Compared, type ComparedPair } from "./compare-runs.ts";
import { partsOf, printStep } from "./run-parts.ts";
import { RunMark } from "./RunMark.tsx";

interface CompareRunsProps {
  checkId: string;
  name: string;
  /** The times of the two runs, the earlier first; empty if no runs are compared. */
  times: readonly string[];
  close: () => void;
}

/** Compares two runs and marks the differences. */
export function CompareRuns({ checkId, name, times, close }: CompareRunsProps) {
  const [first = "", second = ""] = times;
  const isOpen = first !== "" && second !== "";
  const left = useQuery({ ...oneRun(checkId, first), enabled: isOpen });
  const right = useQuery({ ...oneRun(checkId, second), enabled: isOpen });
  const failed = [left, right].find(({ isError }) => isError);
  return (
    <Dialog isOpen={isOpen} onClose={close} size="full" title={`Two runs of ${name}`}>
      {left.data && right.data ? (
        <ComparedRuns left={left.data} right={right.data} />
      ) : failed ? (
        <ErrorPage error={failed.error} retry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      ) : left.data === null || right.data === null ? (
        <p>One of these runs is no longer in the history. Older runs are removed after a while.</p>
      ) : (
        <TextSkeleton label="The runs" lines={12} />
      )}
    </Dialog>
  );
}

function ComparedRuns({ left, right }: { left: WholeRun; right: WholeRun }) {
  const timeZone = useTimeZone();
  const [isShort, setShort] = useState(false);
  const all = compareParts(partsOf(left, timeZone), partsOf(right, timeZone));
  const shown = isShort ? all.filter(({ isSame }) => !isSame) : all;
  const count = all.reduce(
    (sum, part) =>
      sum + (part.kind === "text" ? Number(!part.isSame) : part.pairs.filter((pair) => !pair.isSame).length),
    0,
  );
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p role="status" className="text-muted">
          {count === 1 ? "1 difference" : `${count} differences`}
        </p>
        <div className="w-52">
          <Switch label="Only differences" isOn={isShort} onChange={setShort} />
        </div>
      </div>
      <div className={`${GRID} sticky -top-4 z-10 -mt-3 border-b border-line bg-raised py-2 font-medium`}>
        <span className="max-shell:hidden" />
        {[left, right].map((run) => (
          <span key={run.time} className="flex min-w-0 items-center gap-2 px-2">
            <RunMark run={run} />
            <Timestamp at={run.time} format="full" />
          </span>
        ))}
      </div>
      {shown.map((part) => (
        <div key={part.id} role="group" aria-label={part.title} className="min-w-0">
          <h3 className="mb-1.5 font-medium">{part.title}</h3>
          <ComparedContent part={part} isShort={isShort} />
        </div>
      ))}
    </div>
  );
}

const GRID = "grid grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)] max-shell:grid-cols-2";

function ComparedContent({ part, isShort }: { part: Compared; isShort: boolean }) {
  if (part.kind === "text")
    return part.isSame ? (
      <CodeBlock code={part.left} language={part.language} title={`${part.title}, the same in both`} />
    ) : (
      <DiffViewer before={part.left} after={part.right} title={part.title} />
    );
  const pairs = isShort ? part.pairs.filter(({ isSame }) => !isSame) : part.pairs;
  return (
    <div role="table" aria-label={part.title} className="border-t border-line">
      {pairs.map((pair) => (
        <Row key={pair.name} pair={pair} />
      ))}
    </div>
  );
}

const Row = ({ pair: { name, left, right, isSame, longerBy } }: { pair: ComparedPair }) => (
  <div role="row" className={`${GRID} border-b border-line ${isSame ? "" : "bg-(--found)/40"}`}>
    <div
      role="rowheader"
      className="flex min-w-0 gap-1.5 py-1 pr-3 pl-2 text-muted max-shell:col-span-2 max-shell:pb-0"
    >
      <span className="min-w-0 wrap-anywhere">{name}</span>
      {!isSame && (
        <span title="Differs" className="font-medium text-text">
          <span aria-hidden>≠</span>
          <span className="sr-only">, differs</span>
        </span>
      )}
    </div>
    <Value text={left} />
    <Value text={right} longerBy={isSame ? undefined : longerBy} />
  </div>
);

const Value = ({ text, longerBy }: { text: string | undefined; longerBy?: number | undefined }) => (
  <div role="cell" className="min-w-0 px-2 py-1 whitespace-pre-wrap tabular-nums wrap-anywhere">
    {text === undefined ? <span className="text-faint">Missing</span> : text}
    {longerBy !== undefined && printStep(longerBy) !== printStep(0) && (
      <span className="ml-2 text-muted">
        {longerBy > 0 ? "+" : "−"}
        {printStep(Math.abs(longerBy))}
      </span>
    )}
  </div>
);
