import { useActor } from "#console/access/access.ts";
import { askInLines } from "#console/client/lines.ts";
import { usePageAction } from "#console/palette/page-actions.ts";
import { RefusedRun } from "#console/resources/dry-run/RefusedRun.tsx";
import { useDryRun } from "#console/resources/dry-run/use-dry-run.ts";
import { specOf } from "#console/resources/entries/entries.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { type DryRun, dryRun, type DryRunProgress } from "../../scraping.contract.ts";
import { useRunScraper } from "../parts/use-run-scraper.ts";
import { DryRunInProgress } from "./DryRunInProgress.tsx";
import { DryRunResult } from "./DryRunResult.tsx";
import "#console/widgets/page-icons.ts";

interface TryScraperProps {
  /** The id of the saved scraper; undefined for a new scraper. */
  id: string | undefined;
  draft: Draft;
  /** Whether the draft has no unsaved edits. */
  isSaved: boolean;
  /** Called with the reason if the draft cannot be run. */
  refused: (error: unknown) => void;
}

/** Buttons that dry-run the edited scraper and run the saved scraper. */
export function TryScraper({ id, draft, isSaved, refused }: TryScraperProps) {
  const mayTry = useActor().can("write", "config_scrapers");
  const body = {
    ...(id !== undefined && { id }),
    name: draft.name?.trim() || "new",
    namespace: draft.namespace?.trim() || "default",
    spec: { ...specOf(draft.spec) },
  };
  const { trial, start, stop } = useDryRun<DryRun, DryRunProgress>(
    (options) => askInLines(dryRun, { body }, options),
    refused,
  );
  const { run, isRunning } = useRunScraper();
  usePageAction(
    mayTry && id !== undefined ? { label: "Run now: this scraper", icon: "play", run: () => run(id) } : undefined,
  );
  const hasSource = Object.keys(body.spec).some((key) => key !== "schedule");
  if (!mayTry || (id === undefined && !hasSource)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon="flask-conical" isBusy={trial.state === "running"} onClick={() => void start()}>
        Dry run
      </Button>
      {id !== undefined && (
        <Button icon="play" isBusy={isRunning} onClick={() => run(id)}>
          Run now
        </Button>
      )}
      <span className="text-muted">
        {id !== undefined && !isSaved
          ? "A dry run uses the edited spec; Run now uses the saved one."
          : "A dry run shows the items and changes that a run would save, without saving them."}
      </span>
      <Dialog
        isOpen={trial.state !== "idle"}
        onClose={stop}
        size={trial.state === "refused" ? "medium" : "full"}
        title="Dry run"
        description="The result is not saved."
        actions={trial.state === "refused" && <Button onClick={stop}>Close</Button>}
      >
        {trial.state === "running" && <DryRunInProgress progress={trial.progress} onCancel={stop} />}
        {/* A live region must exist before its content changes; otherwise screen readers do not announce it. */}
        <div role="status">
          {trial.state === "refused" && <RefusedRun title="The scraper was not run." error={trial.error} />}
        </div>
        {trial.state === "done" && <DryRunResult found={trial.found} />}
      </Dialog>
    </div>
  );
}
