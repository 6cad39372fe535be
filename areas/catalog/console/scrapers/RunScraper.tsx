import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { useRunScraper } from "../parts/use-run-scraper.ts";

/** Runs a scraper from the list. The row shows the result when the run ends. */
export function RunScraper({ id, name }: { id: string; name: string }) {
  const mayRun = useActor().can("write", "config_scrapers");
  const { run, isRunning } = useRunScraper();
  if (!mayRun) return null;
  return (
    <Button
      look="quiet"
      icon="play"
      isBusy={isRunning}
      aria-label={`Run ${name} now`}
      // Many equal buttons would draw more attention than the results.
      className={`h-6 px-2 text-muted ${isRunning ? "" : "opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"}`}
      onClick={() => run(id)}
    >
      Run now
    </Button>
  );
}
