// MCP tools of notifications: messages, and silences with a plan.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { may } from "#server/db/policy.ts";
import { plannedTool } from "#server/mcp/planned-tool.ts";
import { defineTool, selectFields, type McpCaller } from "#server/mcp/tool.ts";
import { messageDetail } from "../contract.ts";
import { createSilence, previewSilence } from "../silences.contract.ts";

const id = z.guid("is not an id").toLowerCase();
const needs = { action: "read", on: "notifications" } as const;

const detail = defineTool({
  name: "get_notification_detail",
  title: "Get a message",
  description: "Returns a message with the steps of its decision and its delivery attempts.",
  needs,
  input: z.strictObject({ send_id: id.describe("The id of the message") }),
  quotes: "messages",
  run: ({ send_id }, caller) => caller.ask(messageDetail, { params: { id: send_id } }),
});

const ofResource = defineTool({
  name: "get_notifications_for_resource",
  title: "Get the messages about a resource",
  description: "Returns the messages about a config item, component, check or canary, the newest first.",
  needs,
  input: z.strictObject({
    resource_id: id,
    limit: z.int().min(1).max(1_000).default(10),
    since: z.iso.datetime({ offset: true }).optional(),
    before: z.iso.datetime({ offset: true }).optional(),
    status: z
      .string()
      .regex(/^[a-z_-]+$/, "is not a status")
      .optional(),
    select: z.array(z.string().max(100)).max(50).optional(),
  }),
  quotes: "messages",
  async run({ resource_id, limit, since, before, status, select }, caller) {
    const times = [...(since ? [`created_at.gte.${since}`] : []), ...(before ? [`created_at.lt.${before}`] : [])];
    const rows = await caller.rows("notification_send_history_summary", {
      resource_id: `eq.${resource_id}`,
      order: "created_at.desc",
      limit: String(limit),
      ...(times.length > 0 && { and: `(${times.join()})` }),
      ...(status !== undefined && { status: `eq.${status}` }),
    });
    return selectFields(rows, select);
  },
});

const kinds = {
  config: { column: "config_id", relation: "config_items" },
  component: { column: "component_id", relation: "components" },
  check: { column: "check_id", relation: "checks" },
  canary: { column: "canary_id", relation: "canaries" },
} as const;

const silence = plannedTool({
  name: "silence",
  title: "Silence a resource",
  description: "Suppresses the notifications about a config item, component, check or canary for a time.",
  changes: "adds",
  input: z.strictObject({
    kind: z.enum(["config", "component", "check", "canary"]),
    id: id.describe("The id of the resource"),
    until: z.string().min(1).max(100).describe("The end: a time, or date math such as now+2h"),
    reason: z.string().min(1).max(2_000).describe("The reason, for the people who see the silence"),
    recursive: z.boolean().default(false).describe("Also silences the resources below it"),
  }),
  async plan({ kind, id: wanted, until, reason, recursive }, caller) {
    if (!may(caller.actor, "write", "notifications")) throw problem.forbidden("write", "notifications");
    const name = await nameOf(kind, wanted, caller);
    const hidden = await caller.ask(previewSilence, {
      query: { id: wanted, type: kind, recursive: recursive ? "true" : "false", limit: 10_000 },
    });
    return {
      summary: `Suppress notifications about the ${kind} ${JSON.stringify(name)}${recursive ? " and everything below it" : ""} until ${until}.`,
      request: {
        name: `${name} (MCP)`.slice(0, 200),
        description: reason,
        from: "now",
        until,
        recursive,
        [kinds[kind].column]: wanted,
      },
      facts: { messages_of_the_last_15_days_that_it_would_have_hidden: hidden.length },
    };
  },
  apply: async (request, caller) => ({ silence: await caller.ask(createSilence, { body: request }) }),
});

async function nameOf(kind: keyof typeof kinds, wanted: string, caller: McpCaller): Promise<string> {
  const [found] = await caller.rows(kinds[kind].relation, {
    select: "name",
    id: `eq.${wanted}`,
    deleted_at: "is.null",
  });
  if (!found) throw problem.notFound(kind, wanted);
  return String(found["name"]);
}

export const notificationTools = [detail, ofResource, silence];
