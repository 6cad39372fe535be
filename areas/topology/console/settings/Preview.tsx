import type { ReactNode } from "react";
import { RefusedRun } from "#console/resources/dry-run/RefusedRun.tsx";
import type { Trial } from "#console/resources/dry-run/use-dry-run.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { capitalise, countOf } from "#lib/text/words.ts";
import { printLatency } from "#lib/time/duration.ts";
import type { TopologyDryRun, TopologyDryRunProgress } from "../../building.contract.ts";
import { PreviewTree } from "./PreviewTree.tsx";

export type TopologyTrial = Trial<TopologyDryRun, TopologyDryRunProgress>;

interface PreviewProps {
  trial: TopologyTrial;
  /** Whether the topology was edited after the dry run. */
  isStale?: boolean;
  onCancel: () => void;
}

/** The progress of a dry run, and then the tree that it would save. */
export function Preview({ trial, isStale = false, onCancel }: PreviewProps) {
  if (trial.state === "idle") return null;
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-3">
      {trial.state === "running" && <InProgress progress={trial.progress} onCancel={onCancel} />}
      {/* A live region must exist before its content changes; otherwise screen readers do not announce it. */}
      <div role="status" className={trial.state === "running" ? "hidden" : ""}>
        {trial.state === "refused" && <RefusedRun title="The tree cannot be previewed." error={trial.error} />}
        {trial.state === "done" && (
          <p>
            <span className="font-medium">{capitalise(trial.found.summary)}</span>
            <span className="text-muted">
              {trial.found.unchanged > 0 && ` (${trial.found.unchanged.toLocaleString("en")} unchanged)`} in{" "}
              {printLatency(trial.found.duration)}
            </span>
          </p>
        )}
      </div>
      {trial.state === "done" && <Result found={trial.found} isStale={isStale} />}
    </section>
  );
}

const phases: Readonly<Record<TopologyDryRunProgress["phase"], string>> = {
  waiting: "Waiting for other dry runs to end",
  building: "Building the tree",
  comparing: "Comparing with the saved components",
};

const InProgress = ({ progress, onCancel }: { progress: TopologyDryRunProgress | undefined; onCancel: () => void }) => (
  <div className="flex flex-wrap items-center gap-3">
    <Spinner className="text-muted" />
    {/* Only the phase is announced, because screen readers would announce every change of the numbers. */}
    <span role="status" className="font-medium">
      {phases[progress?.phase ?? "building"]}
    </span>
    <span className="text-muted tabular-nums">
      {countOf(progress?.components ?? 0, "component", "components")} so far,{" "}
      {Math.floor((progress?.elapsed ?? 0) / 1000)} s
    </span>
    <span className="ml-auto">
      <Button icon="x" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  </div>
);

const Result = ({ found, isStale }: { found: TopologyDryRun; isStale: boolean }) => (
  <>
    {isStale && <Message meaning="unknown">The topology was edited after this preview.</Message>}
    {found.is_cut && (
      <Message meaning="warning">
        Only the first {found.components.length.toLocaleString("en")} components are shown; a run saves all of them.
      </Message>
    )}
    {[...new Set(found.errors)].map((error) => (
      <Message key={error} meaning="unhealthy">
        {error}
      </Message>
    ))}
    {[...new Set(found.warnings)].map((warning) => (
      <Message key={warning} meaning="warning">
        {warning}
      </Message>
    ))}
    {found.components.length > 0 && (
      // Scrolling content must be focusable, so that the keyboard can scroll it.
      <div tabIndex={0} role="group" aria-label="Tree" className="max-h-96 min-w-0 overflow-y-auto">
        <PreviewTree components={found.components} />
      </div>
    )}
  </>
);

const Message = ({ meaning, children }: { meaning: "warning" | "unhealthy" | "unknown"; children: ReactNode }) => (
  <p className="flex items-start gap-2">
    <span className="flex h-5 items-center">
      <StatusMark meaning={meaning} />
    </span>
    <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</span>
  </p>
);
