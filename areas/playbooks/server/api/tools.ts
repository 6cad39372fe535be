// MCP tools of playbooks: lists of runs, and one tool per playbook that the caller may run with mcp:run.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { defineTool, toolName, toolNamesOf, type McpCaller, type McpParts, type McpTool } from "#server/mcp/tool.ts";
import { listPlaybooks, runPlaybook, type RunnablePlaybook } from "../../contract.ts";
import type { Parameter } from "../../parameter.ts";
import { mayOnPlaybook } from "../runs/playbook-row.ts";

const feature = "playbooks";
const id = z.guid("is not an id").toLowerCase();
const limit = z.int().min(1).max(1_000).default(20);
const runColumns =
  "id,status,cause,created_at,start_time,end_time,config_id,component_id,check_id,error,playbooks(id,name,namespace)";

const resourceIds = { config_id: id.optional(), check_id: id.optional(), component_id: id.optional() };
const params = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional();

/** The playbooks that the caller may run through MCP. */
async function runnable(caller: McpCaller): Promise<RunnablePlaybook[]> {
  const all = await caller.ask(listPlaybooks, { query: {} });
  return all.filter((playbook) => mayOnPlaybook(caller.actor, "mcp:run", playbook));
}

async function runnableNamed(caller: McpCaller, idOrName: string): Promise<RunnablePlaybook> {
  const all = await caller.ask(listPlaybooks, { query: {} });
  const found = all.find((one) => one.id === idOrName.toLowerCase()) ?? all.find(({ name }) => name === idOrName);
  if (!found) throw problem.notFound("playbook", idOrName);
  if (!mayOnPlaybook(caller.actor, "mcp:run", found)) throw problem.forbidden("mcp:run", "playbooks");
  return found;
}

const describe = ({ spec: _spec, is_open: _open, ...playbook }: RunnablePlaybook) => playbook;

const listAll = defineTool({
  name: "playbooks_list_all",
  title: "List playbooks",
  description: "Returns the playbooks that you can run, with their parameters.",
  feature,
  input: z.strictObject({}),
  run: async (_, caller) => (await runnable(caller)).map(describe),
});

const runsOf = (statuses: string | undefined, about: Pick<McpTool, "name" | "aliases" | "title" | "description">) =>
  defineTool({
    ...about,
    feature,
    input: z.strictObject({ limit, playbook_id: id.optional() }),
    quotes: "playbook runs",
    run: ({ limit: max, playbook_id }, caller) =>
      caller.rows("playbook_runs", {
        select: runColumns,
        order: "created_at.desc",
        limit: String(max),
        ...(statuses !== undefined && { status: `in.(${statuses})` }),
        ...(playbook_id !== undefined && { playbook_id: `eq.${playbook_id}` }),
      }),
  });

const recentRuns = runsOf(undefined, {
  name: "get_playbook_recent_runs",
  aliases: ["playbook_recent_runs"],
  title: "Get recent playbook runs",
  description: "Returns the latest playbook runs, the newest first.",
});

const failedRuns = runsOf("failed,timed_out", {
  name: "get_playbook_failed_runs",
  aliases: ["playbook_failed_runs"],
  title: "Get failed playbook runs",
  description: "Returns the latest playbook runs that failed or timed out, the newest first.",
});

const runSteps = defineTool({
  name: "get_playbook_run_steps",
  title: "Get the steps of a playbook run",
  description: "Returns the actions of a playbook run and of the runs that it started.",
  feature,
  input: z.strictObject({
    run_id: id.describe("The id of the run"),
    withResult: z.boolean().default(false).describe("Also returns the results, such as the output of commands"),
  }),
  quotes: "playbook runs",
  async run({ run_id, withResult }, caller) {
    const actions = await caller.rows("rpc/get_playbook_run_actions", { run_id });
    return withResult ? actions : actions.map(({ result: _result, ...action }) => action);
  },
});

const execRun = defineTool({
  name: "playbook_exec_run",
  title: "Run a playbook",
  description: "Starts a playbook. If it needs an approval, the run waits for it.",
  feature,
  needs: { action: "playbook:run", on: "playbooks" },
  changes: "destroys",
  input: z.strictObject({ id: id.describe("The id of the playbook"), ...resourceIds, params }),
  async run({ id: wanted, ...rest }, caller) {
    const playbook = await runnableNamed(caller, wanted);
    return caller.ask(runPlaybook, { body: { id: playbook.id, ...rest } });
  },
});

/** The name of the tool of a playbook: `<title>_<namespace>_<category>`. */
const toolNameOf = ({ title, namespace, category }: RunnablePlaybook) => toolName(title, namespace, category);

const input = z.strictObject({ agent_id: id.optional(), ...resourceIds, params });

function toolOf(playbook: RunnablePlaybook, name: string): McpTool {
  const { spec } = playbook as { spec: Readonly<Record<string, unknown[] | undefined>> };
  const needed = (["config", "check", "component"] as const).filter((kind) => (spec[`${kind}s`] ?? []).length > 0);
  const parameters = playbook.parameters as unknown as Parameter[];
  return defineTool({
    name,
    title: playbook.title,
    description: `${playbook.description ?? `Runs the playbook ${playbook.title}.`}${needed.length > 0 ? ` It runs on a ${needed.join(" or ")}.` : ""}`,
    feature,
    needs: { action: "playbook:run", on: "playbooks" },
    changes: "destroys",
    input,
    inputSchema: {
      type: "object",
      properties: {
        agent_id: { type: "string" },
        config_id: { type: "string", description: "The config item that the playbook runs on" },
        check_id: { type: "string", description: "The check that the playbook runs on" },
        component_id: { type: "string", description: "The component that the playbook runs on" },
        params: {
          type: "object",
          properties: Object.fromEntries(
            parameters.map(({ name, label, description, type }) => [
              name,
              {
                type: type === "checkbox" ? ["boolean", "string"] : "string",
                description: description ?? label ?? name,
              },
            ]),
          ),
          required: parameters.filter(({ required, default: preset }) => required && !preset).map(({ name }) => name),
        },
      },
      ...(needed.length === 1 && { required: [`${needed[0]!}_id`] }),
      additionalProperties: false,
    },
    run: (values, caller) => caller.ask(runPlaybook, { body: { id: playbook.id, ...values } }),
  });
}

export const playbookMcp: McpParts = {
  tools: [listAll, recentRuns, failedRuns, runSteps, execRun],
  async toolsFor(caller) {
    const all = await runnable(caller);
    const names = toolNamesOf(all, toolNameOf);
    return all.map((playbook) => toolOf(playbook, names.get(playbook.id)!));
  },
  resources: [
    {
      uri: "playbook://{idOrName}",
      name: "playbook",
      title: "Playbook",
      description: "A playbook that you can run, with its parameters",
      feature,
      read: async ({ idOrName = "" }, caller) => describe(await runnableNamed(caller, idOrName)),
    },
  ],
};
