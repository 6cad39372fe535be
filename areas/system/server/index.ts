// The system about itself: which version answers, and how its database, processes, queues and jobs are.
import { handle } from "#server/http/handle.ts";
import type { ServerArea } from "#server/area.ts";
import { version } from "#server/version.ts";
import { about, canaryAbout, systemOverview } from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { retainAudit } from "./retain.ts";
import { readOverview } from "./overview.ts";

export const system: ServerArea = {
  name: "system",
  jobs: [retainAudit],
  routes(app, running) {
    const startedAt = new Date().toISOString();
    const answer = { backend: version, Version: version, appVersion: version, chartVersion: "", Timestamp: startedAt };
    const summary = "Which version answers";
    handle(app, about, schema.about, { access: "signed-in", summary }, () => answer);
    handle(
      app,
      canaryAbout,
      schema.about,
      { access: "signed-in", summary: `${summary}, where existing clients look` },
      () => answer,
    );

    handle(
      app,
      systemOverview,
      schema.systemOverview,
      {
        access: { action: "read", resource: "rbac" },
        summary: "Versions, database, processes, queues and the last job runs",
      },
      () => readOverview(running, { version, startedAt }),
    );
  },
};
