// The MCP tools of views: list_views, get_view, and one tool for each view on which the caller has mcp:run. All tools
// read views with the rights of the caller.
import { z } from "zod";
import type { Labels } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import { mayOne } from "#server/db/policy.ts";
import { defineTool, toolName, toolNamesOf, type McpCaller, type McpParts, type McpTool } from "#server/mcp/tool.ts";
import { viewDataWith, type ViewAnswer } from "../../contract.ts";
import { defaultNamespace } from "../refresh/view-row.ts";

const feature = "views";
const needs = { action: "mcp:run", on: "views" } as const;

interface OfferedView {
  id: string;
  name: string;
  namespace: string;
  title: string;
  variables: readonly { key: string; label?: string; values?: readonly string[] }[];
}

/** The views that the caller may read and use through MCP. */
async function offered(caller: McpCaller): Promise<OfferedView[]> {
  const rows = await caller.rows("views", {
    select: "id,name,namespace,labels,title:spec->display->>title,older:spec->>title,templating:spec->templating",
    deleted_at: "is.null",
    order: "namespace,name",
  });
  return rows.flatMap((row) => {
    const { id, name, labels } = row as { id: string; name: string; labels: Labels | null };
    const namespace = (row["namespace"] as string | null) || defaultNamespace;
    if (!mayOne(caller.actor, "mcp:run", "views", { id, name, namespace, labels })) return [];
    const { title, older, templating } = row as { title: unknown; older: unknown; templating: unknown };
    const shown = [title, older].find((text): text is string => typeof text === "string" && text !== "");
    const variables = (Array.isArray(templating) ? templating : []) as OfferedView["variables"];
    return [{ id, name, namespace, title: shown ?? name, variables }];
  });
}

async function requireOffered(caller: McpCaller, namespace: string, name: string): Promise<OfferedView> {
  const found = (await offered(caller)).find((view) => view.namespace === namespace && view.name === name);
  if (!found) throw problem.notFound("view", `${namespace}/${name}`);
  return found;
}

const nameOf = ({ name, namespace }: OfferedView) => toolName("view", name, namespace);

const options = {
  withRows: z.boolean().default(true).describe("Whether to return the rows of the table"),
  withPanels: z.boolean().default(true).describe("Whether to return the panels"),
  select: z.array(z.string().max(200)).max(200).optional().describe("The columns to return. Default: all"),
  page: z.int().min(1).max(100_000).default(1).describe("The page number"),
  limit: z.int().min(1).max(1_000).default(50).describe("The number of rows per page"),
  variables: z.record(z.string(), z.string().max(1_000)).optional().describe("Variable values by key"),
};
const input = z.strictObject(options);
type Options = z.output<typeof input>;

const more = "Use a lower limit, select fewer columns, or read the next page.";

async function read(caller: McpCaller, { namespace, name }: OfferedView, wanted: Options): Promise<unknown> {
  const { variables = {}, withPanels, withRows } = wanted;
  const answer = await caller.ask(viewDataWith, { params: { namespace, name }, body: { variables } });
  return {
    namespace,
    name,
    title: answer.title,
    refreshed_at: answer.lastRefreshedAt,
    errors: answer.errors,
    variables: answer.variables.map(({ key, label, default: value, options: choices }) => ({
      key,
      ...(label !== undefined && { label }),
      value,
      options: choices,
    })),
    ...(withPanels && { panels: answer.panels.map(({ name: panel, type, rows }) => ({ name: panel, type, rows })) }),
    ...(withRows && pageOf(answer, wanted)),
  };
}

function pageOf({ columns, rows }: ViewAnswer, { select, page, limit }: Options) {
  const shown = columns.flatMap(({ name, type }, at) =>
    type !== "row_attributes" && (!select || select.includes(name)) ? [{ name, at }] : [],
  );
  return {
    page,
    total_rows: rows.length,
    rows: rows
      .slice((page - 1) * limit, page * limit)
      .map((row) => Object.fromEntries(shown.map(({ name, at }) => [name, row[at]]))),
  };
}

const describeVariables = ({ variables }: OfferedView) =>
  variables.length === 0
    ? ""
    : ` Variables: ${variables
        .map(({ key, label, values }) => `${key}${label ? ` (${label})` : ""}${values ? `: ${values.join(", ")}` : ""}`)
        .join("; ")}.`;

const toolOf = (view: OfferedView, name: string): McpTool =>
  defineTool({
    name,
    title: view.title,
    description: `Returns the panels and rows of the view ${view.title}.${describeVariables(view)}`.slice(0, 1_000),
    feature,
    needs,
    input,
    quotes: "views",
    more,
    run: (wanted, caller) => read(caller, view, wanted),
  });

export const viewMcp: McpParts = {
  tools: [
    defineTool({
      name: "list_views",
      title: "List views",
      description: "Returns the views that you can read, with their variables and the names of their tools.",
      feature,
      needs,
      input: z.strictObject({}),
      quotes: "views",
      async run(_, caller) {
        const all = await offered(caller);
        const names = toolNamesOf(all, nameOf);
        return all.map(({ variables, ...view }) => ({
          ...view,
          variables: variables.map(({ key }) => key),
          tool: names.get(view.id),
        }));
      },
    }),
    defineTool({
      name: "get_view",
      title: "Get a view",
      description: "Returns the panels and rows of a view.",
      feature,
      needs,
      input: z.strictObject({
        namespace: z.string().min(1).max(300).describe("The namespace of the view"),
        name: z.string().min(1).max(300).describe("The name of the view"),
        ...options,
      }),
      quotes: "views",
      more,
      run: async ({ namespace, name, ...wanted }, caller) =>
        read(caller, await requireOffered(caller, namespace, name), wanted),
    }),
  ],
  async toolsFor(caller) {
    const all = await offered(caller);
    const names = toolNamesOf(all, nameOf);
    return all.map((view) => toolOf(view, names.get(view.id)!));
  },
  resources: [
    {
      uri: "view://{namespace}/{name}",
      name: "view",
      title: "View",
      description: "The panels and the first rows of a view",
      feature,
      needs,
      quotes: "views",
      read: async ({ namespace = "", name = "" }, caller) =>
        read(caller, await requireOffered(caller, namespace, name), input.parse({})),
    },
  ],
};
