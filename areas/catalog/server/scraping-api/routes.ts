// Routes that run a scraper now, and routes for dry runs. Users who may write scrapers may use both, because they could
// get the same result by saving a scraper.
import type { FastifyInstance } from "fastify";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { may } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import { inLines, wantsLines } from "#server/http/lines.ts";
import type { Actor } from "#server/http/actor.ts";
import { takeTurns } from "#lib/async/turns.ts";
import * as contract from "../../scraping.contract.ts";
import * as schema from "../../scraping.contract.schema.ts";
import { checkMayWrite } from "../run/may-write.ts";
import { entriesOf } from "../run/runnable.ts";
import type { Scraping } from "../scraping.ts";
import { findScraper, runDry, type Answer } from "./dry-run.ts";
import { ProgressMeter } from "./progress.ts";
import { runNow } from "./run-now.ts";

const inTurn = takeTurns({
  atOnce: 2,
  waiting: 10,
  refuse: () =>
    new Problem("too_many_requests", "Too many scraper dry runs are in progress.", {
      hint: "Try again in a few seconds.",
      retryAfter: 10,
    }),
});

export function scrapingRoutes(app: FastifyInstance, system: System, { job, kindNamed, spec }: Scraping): void {
  handle(
    app,
    contract.runScraper,
    schema.runScraper,
    { access: "signed-in", summary: "Runs a scraper now, for users who may write scrapers" },
    async ({ params: { id }, body, actor, signal }) => {
      await system.features.require("config", "a scraper run");
      requireWrite(actor);
      const payload = await runNow(system, job, id, { isAsync: body?.async === true, signal });
      return { message: "success" as const, payload };
    },
  );

  handle(
    app,
    contract.dryRun,
    schema.dryRun,
    {
      access: "signed-in",
      summary:
        "Dry run: returns the items and changes that a scraper would find, without saving them; for users who may write scrapers",
    },
    async ({ body, actor, request, reply, signal, scrubber }) => {
      await system.features.require("config", "a scraper dry run");
      requireWrite(actor);
      const scraper = await findScraper(system, body, spec);
      checkMayWrite(actor, [scraper.spec], kindNamed);
      const isSaved = body.id !== undefined;
      const { entries } = entriesOf(scraper.spec, kindNamed);
      const run = async (meter: ProgressMeter): Promise<Answer> => {
        const answer = await inTurn(() => runDry(system, scraper, { signal, scrubber, isSaved, kindNamed, meter }));
        await recordDeeds(system.db.system, { actor, origin: originOf(request) }, [
          {
            action: "test",
            resource_type: "config_scrapers",
            resource_id: isSaved ? scraper.id : null,
            resource_name: `${scraper.namespace}/${scraper.name}`,
            after: { items: answer.items.length, errors: answer.errors.length },
          },
        ]);
        return answer;
      };
      if (!wantsLines(request)) return run(new ProgressMeter(entries));
      let sendProgress = () => {};
      const meter = new ProgressMeter(entries, () => sendProgress());
      return inLines({ reply, request, log: system.log, now: () => meter.now() }, (send) => {
        sendProgress = send;
        return run(meter);
      });
    },
  );
}

function requireWrite(actor: Actor): void {
  if (!may(actor, "create", "config_scrapers") && !may(actor, "update", "config_scrapers"))
    throw problem.forbidden("write", "config_scrapers");
}
