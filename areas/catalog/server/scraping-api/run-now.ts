// Runs a scraper on request, regardless of its schedule.
import { problem } from "#language/problem.ts";
import type { System, JobDefinition } from "#server/area.ts";
import { runJobNow, type RequestedRun } from "#server/jobs/run-now.ts";
import { loadScrapers } from "../run/load.ts";
import type { ScrapeData } from "../run/scrape-job.ts";

export async function runNow(
  system: Pick<System, "db" | "jobs" | "log" | "secrets">,
  job: JobDefinition<ScrapeData>,
  id: string,
  options: { isAsync: boolean; signal: AbortSignal },
): Promise<RequestedRun> {
  const [scraper] = await loadScrapers(system, [id]);
  if (!scraper) throw problem.notFound("scraper", id);
  return runJobNow(system, { job, data: { scraper_id: id } }, options);
}
