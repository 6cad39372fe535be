// MCP tools of health checks.
import { z } from "zod";
import { defineTool } from "#server/mcp/tool.ts";
import { runCheckNow } from "../contract.ts";

const id = z.guid("is not the id of a check").toLowerCase().describe("The id of the check");
const feature = "health";

export const healthTools = [
  defineTool({
    name: "get_check_status",
    title: "Get the runs of a check",
    description: "Returns the latest runs of a health check, the newest first.",
    feature,
    input: z.strictObject({ id, limit: z.int().min(1).max(1_000).default(30) }),
    quotes: "checks",
    run: ({ id: wanted, limit }, caller) =>
      caller.rows("check_statuses", { check_id: `eq.${wanted}`, order: "time.desc", limit: String(limit) }),
  }),
  defineTool({
    name: "run_health_check",
    title: "Run a check",
    description: "Runs a health check now and returns its result.",
    feature,
    needs: { action: "check:run", on: "canaries" },
    changes: "adds",
    input: z.strictObject({ id }),
    quotes: "checks",
    run: ({ id: wanted }, caller) => caller.ask(runCheckNow, { params: { id: wanted } }),
  }),
  defineTool({
    name: "list_all_checks",
    title: "List all checks",
    description: "Returns all health checks with their status.",
    feature,
    input: z.strictObject({}),
    quotes: "checks",
    more: "Use search_health_checks.",
    run: (_, caller) =>
      caller.rows("check_summary", {
        select: "id,name,type,status,severity,namespace,canary_name,labels,last_runtime,last_transition_time",
        deleted_at: "is.null",
        order: "name.asc",
      }),
  }),
];
