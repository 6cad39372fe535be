// System routes: the version, the state of the database, processes, queues and jobs, and the expression functions.
import { version } from "#lib/load/repository.ts";
import { handle } from "#server/http/handle.ts";
import type { ServerArea } from "#server/area.ts";
import { processStartedAt } from "#server/processes.ts";
import { allCallables } from "#lib/expression/callables.ts";
import { faultIn } from "#lib/expression/check.ts";
import { describedFunctions } from "#lib/expression/described.ts";
import { about, canaryAbout, checkExpression, expressionFunctions, systemOverview } from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { retainAudit } from "./retain.ts";
import { readOverview } from "./overview.ts";

export const system: ServerArea = {
  name: "system",
  jobs: [retainAudit],
  routes(app, running) {
    const answer = {
      backend: version,
      Version: version,
      appVersion: version,
      chartVersion: "",
      Timestamp: processStartedAt,
    };
    const summary = "The version of the server";
    handle(app, about, schema.about, { access: "signed-in", summary }, () => answer);
    handle(
      app,
      canaryAbout,
      schema.about,
      { access: "signed-in", summary: `${summary}, at the path that existing clients use` },
      () => answer,
    );

    handle(
      app,
      checkExpression,
      schema.checkExpression,
      { access: "signed-in", reads: true, summary: "Validate an expression without running it" },
      ({ body: { notation, text } }) => {
        // The functions available in a field are checked when the field is saved.
        const fault = text === "" ? undefined : faultIn(notation, text, allCallables);
        if (!fault) return { faults: [] };
        const { message, place, suggestion = null } = fault;
        return { faults: [{ message, line: place?.line ?? null, column: place?.column ?? null, suggestion }] };
      },
    );
    handle(
      app,
      expressionFunctions,
      schema.expressionFunctions,
      { access: "signed-in", summary: "The functions available in expressions" },
      () => ({ functions: describedFunctions() }),
    );

    handle(
      app,
      systemOverview,
      schema.systemOverview,
      {
        access: { action: "read", resource: "rbac" },
        summary: "Versions, database, processes, queues and the last job runs",
      },
      () => readOverview(running, { version, startedAt: processStartedAt }),
    );
  },
};
