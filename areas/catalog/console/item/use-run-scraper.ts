import { useCommand } from "#console/client/call.ts";
import { runScraper } from "../../scraping.contract.ts";

/** Has a scraper look again at once; what it finds comes by itself. */
export function useRunScraper() {
  const { mutate } = useCommand(runScraper, {
    done: () => "The scraper has begun to look again",
    otherwise: "The scraper could not be run",
    changes: ["job_history"],
  });
  return { run: (id: string) => mutate({ params: { id }, body: { async: true } }) };
}
