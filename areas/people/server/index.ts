// People, roles, teams and permissions on the server.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { peopleRoutes } from "./routes.ts";
import { teamSpec } from "./team-spec.ts";
import { peopleWrites } from "./writes.ts";

export { findSubject } from "./explain.ts";
export { toRule } from "./rules.ts";

/** The author of automatic changes. */
export const systemPersonId = "00000000-0000-0000-0000-000000000001";

const team = defineKind({ family: "resource", type: "teams", title: "Team", icon: "group", spec: teamSpec });

export const people: ServerArea = {
  name: "people",
  routes: peopleRoutes,
  writes: peopleWrites,
  kinds: [team],
  schemas: manifestSchemas({
    names: ["team"],
    kind: "Team",
    apiVersion: "mission-control.flanksource.com/v1",
    spec: teamSpec,
  }),
};
