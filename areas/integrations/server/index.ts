// The server part of integrations: serves the definitions of Helm charts to the Add Integration dialog. The list of
// integrations is the SQL view integrations_with_status.
import type { ServerArea } from "#server/area.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { createRegistry } from "./registry.ts";

export const integrations: ServerArea = {
  name: "integrations",
  routes(app, system) {
    const chartNamed = createRegistry(system);
    handle(
      app,
      contract.chart,
      schema.chart,
      {
        access: { action: "read", resource: "integrations" },
        summary: "The name of a Helm chart and the JSON schema of its values",
      },
      ({ params: { name }, signal }) => chartNamed(name, signal),
    );
  },
};
