// Settings and feature flags on the server.
import type { ServerArea } from "#server/area.ts";
import { may } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { listProperties } from "./list.ts";
import { featureWrites } from "./writes.ts";

export const features: ServerArea = {
  name: "features",
  routes(app, { db }) {
    handle(
      app,
      contract.properties,
      schema.properties,
      {
        access: "signed-in",
        summary: "Settings of the whole system; without the right to read feature_flags, only the feature flags",
      },
      async ({ actor }) => {
        // Every console needs the feature flags to know which parts to show.
        const isWhole = may(actor, "read", "feature_flags");
        return listProperties(db.system, { isWhole });
      },
    );
  },
  writes: featureWrites,
};
