// The routes of logs.
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { System } from "#server/area.ts";
import { isAdministrator } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import { inLines, wantsLines } from "#server/http/lines.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { findBackends } from "../backends/load-backends.ts";
import { hasJournal } from "../readers/journald.ts";
import type { ReaderProgress } from "../source/reader.ts";
import { entriesIn } from "../backends/spec.ts";
import { readLogs, requireLogs } from "./access.ts";
import { exploreRoutes } from "./explore.ts";
import { searchLogs } from "./search-logs.ts";
import { tailRoute } from "./tail.ts";
import { testRoute } from "./test-backend.ts";

export function logRoutes(app: FastifyInstance, system: System): void {
  for (const call of [contract.searchLogs, contract.searchApm])
    handle(
      app,
      call,
      schema.searchLogs,
      { access: readLogs, reads: true, summary: "Searches the logs of a component or of a log backend" },
      async ({ body, actor, request, reply, signal, scrubber }) => {
        await requireLogs(system, "a log search");
        if (!wantsLines(request)) return searchLogs(system, actor, body, { signal, scrubber });
        const progress = new SearchProgress();
        return inLines({ reply, request, log: system.log, now: () => progress.now() }, (notify) => {
          progress.onChange = notify;
          return searchLogs(system, actor, body, { signal, scrubber, onProgress: (state) => progress.set(state) });
        });
      },
    );
  tailRoute(app, system);
  exploreRoutes(app, system);
  testRoute(app, system);
  handle(
    app,
    contract.logBackends,
    schema.logBackends,
    { access: readLogs, summary: "The log backends that the caller can search" },
    async ({ actor, signal }): Promise<z.input<typeof schema.logBackends.answer>> => {
      await requireLogs(system, "the list of log backends");
      const rows = await findBackends(system, actor);
      const backends = rows.map(({ id, name, source, spec }) => {
        const entries = entriesIn(spec);
        return {
          id,
          name,
          source,
          types: [...new Set(entries.map(({ reader }) => reader.type))],
          systems: [...new Set(entries.map(({ reader }) => reader.title))],
          hasLanguage: entries.some(({ reader }) => reader.isNative !== undefined),
        };
      });
      const readsJournal = backends.some(({ types }) => types.includes("journald"));
      const offersJournal =
        isAdministrator(actor) &&
        !readsJournal &&
        (await hasJournal({ exec: system.exec, files: system.files, signal }));
      return { backends, offersJournal };
    },
  );
}

/** The number of bytes that all sources of a search have read. */
class SearchProgress {
  #state: ReaderProgress = { searched: 0, total: 0 };
  onChange: () => void = () => {};

  set(state: ReaderProgress): void {
    this.#state = state;
    this.onChange();
  }

  now = () => this.#state;
}
