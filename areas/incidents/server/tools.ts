// MCP tools that create incidents and evidence, with a plan.
import { z } from "zod";
import { severities } from "#language/severity.ts";
import { problem } from "#language/problem.ts";
import type { Resource } from "#language/roles.ts";
import { may } from "#server/db/policy.ts";
import { plannedTool } from "#server/mcp/planned-tool.ts";
import type { McpCaller } from "#server/mcp/tool.ts";

const id = z.guid("is not an id").toLowerCase();
const feature = "incidents";
const types = [
  "availability",
  "cost",
  "performance",
  "security",
  "integration",
  "compliance",
  "technicalDebt",
  "reliability",
] as const;

function requireCreate(caller: McpCaller, resource: Resource): void {
  if (!may(caller.actor, "create", resource)) throw problem.forbidden("create", resource);
}

const createIncident = plannedTool({
  name: "create_incident",
  title: "Create an incident",
  description: "Creates an incident with a hypothesis of the same title, to which add_evidence adds evidence.",
  feature,
  changes: "adds",
  input: z.strictObject({
    title: z.string().trim().min(1).max(500),
    description: z.string().max(20_000).default(""),
    severity: z.enum(severities).default("low"),
    type: z.enum(types).default("availability"),
  }),
  async plan(input, caller) {
    requireCreate(caller, "incident");
    return {
      summary: `Create the incident ${JSON.stringify(input.title)} with the severity ${input.severity}.`,
      request: { ...input, status: "open" },
    };
  },
  async apply(request, caller) {
    const created_by = caller.actor.id;
    const incident = await caller.insert("incidents", { ...request, created_by });
    const hypothesis = await caller.insert("hypotheses", {
      incident_id: incident["id"],
      title: request.title,
      status: "possible",
      type: "root",
      created_by,
    });
    return { incident_id: incident["id"], hypothesis_id: hypothesis["id"], title: request.title };
  },
});

const links = {
  config: { column: "config_id", relation: "config_items", type: "config" },
  change: { column: "config_change_id", relation: "config_changes", type: "config_change" },
  insight: { column: "config_analysis_id", relation: "config_analysis", type: "config_analysis" },
  component: { column: "component_id", relation: "components", type: "topology" },
  check: { column: "check_id", relation: "checks", type: "check" },
} as const;

const addEvidence = plannedTool({
  name: "add_evidence",
  title: "Add evidence",
  description: "Attaches a config item, change, insight, component or check to a hypothesis of an incident.",
  feature,
  changes: "adds",
  input: z.strictObject({
    hypothesis_id: id.optional().describe("Default: the first hypothesis of the incident"),
    incident_id: id.optional().describe("Either this or hypothesis_id is required"),
    kind: z.enum(["config", "change", "insight", "component", "check"]),
    id: id.describe("The id of the resource"),
    description: z.string().max(20_000).default(""),
  }),
  async plan({ hypothesis_id, incident_id, kind, id: linked, description }, caller) {
    requireCreate(caller, "evidences");
    if (hypothesis_id === undefined && incident_id === undefined)
      throw problem.badParts([{ path: "incident_id", message: "is required, unless there is a hypothesis_id" }]);
    const [hypothesis] = await caller.rows("hypotheses", {
      select: "id,title,incidents(title)",
      ...(hypothesis_id === undefined ? { incident_id: `eq.${incident_id}` } : { id: `eq.${hypothesis_id}` }),
      order: "created_at.asc",
      limit: "1",
    });
    if (!hypothesis) throw problem.notFound("hypothesis", hypothesis_id ?? `of the incident ${incident_id}`);
    const { column, relation, type } = links[kind];
    const found = await caller.rows(relation, { select: "id", id: `eq.${linked}`, limit: "1" });
    if (found.length === 0) throw problem.notFound(kind, linked);
    const title = (hypothesis["incidents"] as { title: string }).title;
    return {
      summary: `Attach the ${kind} ${linked} to the hypothesis ${JSON.stringify(hypothesis["title"])} of the incident ${JSON.stringify(title)}.`,
      request: { hypothesis_id: hypothesis["id"], type, [column]: linked, description },
    };
  },
  apply: async (request, caller) => {
    const evidence = await caller.insert("evidences", { ...request, created_by: caller.actor.id });
    return { evidence_id: evidence["id"] };
  },
});

export const incidentTools = [createIncident, addEvidence];
