import { useActor } from "#console/access/access.ts";
import { messageOf } from "#console/client/failure.ts";
import { usePageAction } from "#console/palette/page-actions.ts";
import { placesOf } from "#console/resources/problem-places.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Problem } from "#language/problem.ts";
import { useRunScraper } from "../parts/use-run-scraper.ts";
import { DryRunInProgress } from "./DryRunInProgress.tsx";
import { DryRunResult } from "./DryRunResult.tsx";
import { useDryRun } from "./use-dry-run.ts";

interface TryScraperProps {
  /** The id of the saved scraper; undefined for a new one. */
  id: string | undefined;
  draft: Draft;
  /** Whether the draft has no unsaved edits. */
  isSaved: boolean;
  /** Called with the reason if the draft cannot be run. */
  refused: (error: unknown) => void;
}

/** Buttons to dry run the edited scraper, and to run the saved one. */
export function TryScraper({ id, draft, isSaved, refused }: TryScraperProps) {
  const mayTry = useActor().can("write", "config_scrapers");
  const { trial, start, stop } = useDryRun({ id, draft, refused });
  const { run, isRunning } = useRunScraper();
  usePageAction(
    mayTry && id !== undefined ? { label: "Run now: this scraper", icon: "play", run: () => run(id) } : undefined,
  );
  if (!mayTry) return null;
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
        {/* A live region must exist before its content changes, or screen readers do not announce it. */}
        <div role="status">{trial.state === "refused" && <Refused error={trial.error} />}</div>
        {trial.state === "done" && <DryRunResult found={trial.found} />}
      </Dialog>
    </div>
  );
}

function Refused({ error }: { error: unknown }) {
  const more = error instanceof Problem ? [error.details, error.hint].filter(Boolean).join(" ") : "";
  const { spec } = placesOf(error);
  return (
    <div className="flex items-start gap-2">
      <span className="flex h-5 items-center">
        <StatusMark meaning="warning" />
      </span>
      <div className="min-w-0 whitespace-pre-wrap wrap-anywhere">
        <p className="font-medium">The scraper was not run.</p>
        {spec.length === 0 ? (
          <p>{[messageOf(error, "The server gave no reason."), more].filter(Boolean).join(" ")}</p>
        ) : (
          <>
            <p>Some fields of the spec are missing or invalid. They are also marked in the form:</p>
            <ul className="mt-1">
              {spec.map(({ path, message }) => (
                <li key={path.join(".")}>
                  <span className="font-mono text-meta">{path.join(".")}</span> {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
