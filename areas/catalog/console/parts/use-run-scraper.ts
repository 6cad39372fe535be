import { useCommand } from "#console/client/call.ts";
import { runScraper } from "../../scraping.contract.ts";

/** Runs a scraper now. Lists update automatically when it saves items. */
export function useRunScraper() {
  const { mutate, isPending } = useCommand(runScraper, {
    done: () => "The scraper was started",
    otherwise: "The scraper could not be started",
    changes: ["job_history"],
  });
  return { run: (id: string) => mutate({ params: { id }, body: { async: true } }), isRunning: isPending };
}
