import { useActor } from "#console/access/access.ts";
import { messageOf } from "#console/client/failure.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Problem } from "#language/problem.ts";
import { useRunScraper } from "../parts/use-run-scraper.ts";
import { DryRunGoing } from "./DryRunGoing.tsx";
import { DryRunResult } from "./DryRunResult.tsx";
import { useDryRun } from "./use-dry-run.ts";

interface TryScraperProps {
  /** Of what is stored; undefined for a new one. */
  id: string | undefined;
  draft: Draft;
  /** Nothing is written that is not stored. */
  isSaved: boolean;
}

/** A scraper is looked at before it is saved, and run by hand afterwards. */
export function TryScraper({ id, draft, isSaved }: TryScraperProps) {
  const mayTry = useActor().can("write", "config_scrapers");
  const { trial, start, stop } = useDryRun(id, draft);
  const { run, isRunning } = useRunScraper();
  if (!mayTry) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon="eye" isBusy={trial.state === "running"} onClick={() => void start()}>
        Dry run
      </Button>
      {id !== undefined && (
        <Button icon="play" isBusy={isRunning} onClick={() => run(id)}>
          Run now
        </Button>
      )}
      <span className="text-muted">
        {id !== undefined && !isSaved
          ? "A dry run takes what is written here; Run now takes what is saved."
          : "A dry run shows what would be found and changed, and saves nothing."}
      </span>
      <Dialog
        isOpen={trial.state !== "idle"}
        onClose={stop}
        size="full"
        title="Dry run"
        description="What would result. Nothing of it is saved."
      >
        {trial.state === "running" && <DryRunGoing progress={trial.progress} onCancel={stop} />}
        {/* It stands there before something is said in it, or nobody is told. */}
        <div role="status">{trial.state === "refused" && <Refused error={trial.error} />}</div>
        {trial.state === "done" && <DryRunResult found={trial.found} />}
      </Dialog>
    </div>
  );
}

function Refused({ error }: { error: unknown }) {
  const more = error instanceof Problem ? [error.details, error.hint].filter(Boolean).join(" ") : "";
  return (
    <p className="flex items-start gap-2">
      <span className="flex h-5 items-center">
        <StatusMark meaning="warning" />
      </span>
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
        <span className="font-medium">It was not run.</span>{" "}
        {[messageOf(error, "The server did not say why."), more].filter(Boolean).join(" ")}
      </span>
    </p>
  );
}
