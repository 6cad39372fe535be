// GET /api/incidents/responders/choices: the values that the form of a responder offers, from the system of the team.
import type { FastifyInstance } from "fastify";
import { ConnectionFailure } from "#areas/connections/server/index.ts";
import { DeliveryFailure, deliveryFailureOf } from "#areas/notifications/server/index.ts";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { handle } from "#server/http/handle.ts";
import { TargetRefused } from "#server/outbound/outbound.ts";
import * as contract from "../../contract/model.ts";
import * as schema from "../../contract/model.schema.ts";
import { openJira } from "./jira.ts";
import { openPlanner } from "./planner.ts";
import { clientOf } from "./responder.ts";
import type { ClientOptions } from "./team-client.ts";

type Choices = contract.ResponderChoices;

export function responderRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.responderChoices,
    schema.responderChoices,
    {
      access: { action: "write", resource: "responder" },
      summary: "The projects, plans and other values that the system of a team offers for a new ticket",
    },
    async ({ query, scrubber, signal }) => {
      await system.features.require("incidents", "responders");
      const { team_id: team, type, within } = query;
      const client = await clientOf(system, { team_id: team, type });
      if (!client) throw problem.notFound(`responder ${type} of the team`, team);
      try {
        const options = { subject: { id: team, name: "a responder" }, client, scrubber, signal };
        return await loaders[type](system, options, within);
      } catch (error) {
        if (error instanceof DeliveryFailure || error instanceof ConnectionFailure || error instanceof TargetRefused)
          throw new Problem("bad_gateway", scrubber.text(deliveryFailureOf(error).message));
        throw error;
      }
    },
  );
}

const named = (name: string) => ({ value: name, label: name });

/** Priorities of Planner are numbers: https://learn.microsoft.com/en-us/graph/api/resources/plannertask */
const plannerPriorities = [
  { value: "1", label: "Urgent" },
  { value: "3", label: "Important" },
  { value: "5", label: "Medium" },
  { value: "9", label: "Low" },
];

/** `within` is the chosen project or plan. */
type Load = (system: System, options: ClientOptions, within: string | undefined) => Promise<Choices>;

const loaders: Readonly<Record<schema.ChosenType, Load>> = {
  async jira(system, options, within) {
    const jira = await openJira(system, options);
    const [projects, priorities, issueTypes] = await Promise.all([
      jira.projects(),
      jira.priorities(),
      within === undefined ? [] : jira.issueTypes(within),
    ]);
    return {
      project: projects.map(({ key, name }) => ({ value: key, label: `${name} (${key})` })),
      issueType: issueTypes.map(named),
      priority: priorities.map(named),
    };
  },
  async ms_planner(system, options, within) {
    const planner = await openPlanner(system, options);
    const [plans, buckets] = await Promise.all([planner.plans(), within === undefined ? [] : planner.buckets(within)]);
    return {
      plan_id: plans.map(({ id, title }) => ({ value: id, label: title })),
      bucket_id: buckets.map(({ id, name }) => ({ value: id, label: name })),
      priority: plannerPriorities,
    };
  },
};
