// The routes that return the report of an application, as JSON for the console and as files.
import type { FastifyInstance } from "fastify";
import { Problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { printCsv } from "./export/csv.ts";
import { printHtml } from "./export/html.ts";
import { buildReport } from "./report/report.ts";

const access = { action: "read", resource: "database" } as const;

const types = {
  json: "application/json; charset=utf-8",
  html: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

const print = {
  json: (report: contract.Report) => `${JSON.stringify(report, null, 2)}\n`,
  html: printHtml,
  csv: printCsv,
};

export function applicationRoutes(app: FastifyInstance, system: System): void {
  /** Limits the number of reports that are built at the same time, because each report reads many rows. */
  const inTurn = takeTurns({
    atOnce: 4,
    waiting: 20,
    refuse: () =>
      new Problem("too_many_requests", "Too many reports are being built at the same time.", {
        hint: "Try again in a few seconds.",
        retryAfter: 5,
      }),
  });

  handle(
    app,
    contract.readReport,
    schema.readReport,
    { access, summary: "The audit report of an application" },
    ({ params, actor }) => inTurn(() => buildReport(system, { ...params, actor })),
  );
  handle(
    app,
    contract.exportReport,
    schema.exportReport,
    { access, summary: "The audit report of an application as a JSON, HTML or CSV file" },
    async ({ params, query: { format, disposition }, actor, request, reply }) => {
      await system.features.require("applications", "the report");
      if (format === "pdf")
        throw new Problem("not_implemented", "The server does not create PDF files.", {
          hint: "Open the report in a browser and print it as PDF, or export it as HTML.",
        });
      const report = await inTurn(() => buildReport(system, { ...params, actor }));
      await recordDeeds(system.db.system, { actor, origin: originOf(request) }, [
        {
          action: "run",
          resource_type: "applications",
          resource_id: report.id,
          resource_name: report.name,
          after: { export: format },
        },
      ]);
      // The name must be safe in a header. An HTML file is always downloaded, never shown on the origin of the console.
      const name = report.name.replaceAll(/[^\w.-]+/g, "-").slice(0, 100);
      const shown = format === "html" ? "attachment" : disposition;
      reply
        .type(types[format])
        .header(
          "content-disposition",
          `${shown}; filename="audit-report-${name}-${report.generatedAt.slice(0, 10)}.${format}"`,
        );
      return print[format](report) as unknown as Blob;
    },
  );
}
