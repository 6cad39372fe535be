// Runs a SQL statement.
import { z } from "zod";
import { failureOf } from "#areas/connections/server/index.ts";
import { connectionOf, credentials, filled, part, text } from "#server/spec/parts.ts";
import { ActionInvalid, defineAction, type ActionContext, type Plan } from "../action-kind.ts";
import { orTemplate } from "./spec/or-template.ts";
import { databases, printed, type Statement } from "./sql/databases.ts";
import { effectOf } from "./sql/effect.ts";
import type { Database } from "./sql/tokens.ts";

/** The driver names in existing manifests, the connection types, and the URL schemes. */
const names: Readonly<Record<string, Database>> = {
  postgres: "postgres",
  postgresql: "postgres",
  pgx: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
  sqlserver: "sqlserver",
  sql_server: "sqlserver",
  mssql: "sqlserver",
};

const spec = part({
  query: filled.meta({ label: "Query", field: "long-text" }),
  connection: connectionOf("postgres", "mysql", "sql_server").optional(),
  url: text.optional().meta({ label: "URL", placeholder: "postgres://host:5432/database" }),
  ...credentials,
  driver: orTemplate(
    z.string().refine((name) => Object.hasOwn(names, name.toLowerCase()), "must be postgres, mysql or sqlserver"),
  )
    .optional()
    .meta({ label: "Driver", description: "Default: by the connection or the URL." }),
  // The values that are bound to $1, $2 … in the query. They are set when unsafe values are rendered.
  parameters: z.array(z.unknown(), "must be a list").optional().meta({ label: "Parameters" }),
}).superRefine(({ connection: by, url }, context) => {
  if (!by && !url)
    context.addIssue({ code: "custom", path: ["connection"], message: "is required unless a URL is set" });
});
type Spec = z.output<typeof spec>;

export const sql = defineAction({
  type: "sql",
  title: "SQL",
  icon: "database",
  spec,
  scripts: { query: "sql" },

  async plan(block, context) {
    const { database, statement } = await opened(block, context);
    const plan: Plan = {
      summary: `Run a SQL statement on ${placeOf(block, statement)}`,
      parts: [
        {
          title: "Statement",
          contentType: "application/sql",
          text: context.scrubber.text(block.query),
          isBinding: true,
        },
        ...(block.parameters && block.parameters.length > 0
          ? [
              {
                title: "Parameters",
                contentType: "application/json" as const,
                text: context.scrubber.text(JSON.stringify(block.parameters)),
                isBinding: true,
              },
            ]
          : []),
      ],
    };
    const effect = effectOf(block.query, database);
    if (effect.kind === "unpredictable") return { ...plan, unpredictable: effect.reason };
    if (effect.kind === "read") return plan;
    try {
      const found = await databases[database].try(statement, context);
      return {
        ...plan,
        parts: [...plan.parts, { title: "Effect", contentType: "text/plain", text: found, isBinding: false }],
      };
    } catch (error) {
      context.signal.throwIfAborted();
      const { message } = error instanceof ActionInvalid ? error : failureOf(error);
      return { ...plan, unpredictable: `The statement could not be tried: ${context.scrubber.text(message)}` };
    }
  },

  async run(block, run) {
    const { database, statement } = await opened(block, run);
    const { columns, changed, rows } = await databases[database].run(statement, run);
    const isCut = rows.first.length < rows.count;
    if (isCut) await run.output(`The result has ${rows.count} rows; the first ${rows.first.length} are kept.\n`);
    return {
      result: {
        query: block.query,
        columns: [...columns],
        rows: rows.first.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, printed(value)])),
        ),
        count: columns.length > 0 ? rows.count : changed,
      },
    };
  },
});

async function opened(block: Spec, context: ActionContext): Promise<{ database: Database; statement: Statement }> {
  const connection = await context.connection(block);
  const scheme = /^([a-z_]+):\/\//i.exec(connection.url ?? "")?.[1]?.toLowerCase() ?? "";
  const database = [block.driver?.toLowerCase() ?? "", connection.type, scheme]
    .map((name) => names[name])
    .find(Boolean);
  if (!database) throw new ActionInvalid("The database type is unknown. Set driver to postgres, mysql or sqlserver.");
  return { database, statement: { connection, query: block.query, parameters: block.parameters } };
}

/** The name of the connection, or the host of its address. */
function placeOf(block: Spec, { connection: { name, url } }: Statement): string {
  if (block.connection) return name || block.connection;
  return URL.parse(url ?? "")?.host ?? "the database";
}
