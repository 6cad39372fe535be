import { useActor } from "#console/access/access.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { useRunScraper } from "../parts/use-run-scraper.ts";

/** Runs a scraper from the list. The row shows the result when the run ends. */
export function RunScraper({ id, name }: { id: string; name: string }) {
  const mayRun = useActor().can("write", "config_scrapers");
  const { run, isRunning } = useRunScraper();
  if (!mayRun) return null;
  return (
    <IconButton
      icon={isRunning ? "refresh-cw" : "play"}
      isSpinning={isRunning}
      label={`Run ${name} now`}
      size="small"
      aria-busy={isRunning}
      onClick={() => !isRunning && run(id)}
    />
  );
}
