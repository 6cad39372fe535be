// Settings and feature flags on the server.
import type { ServerArea } from "#server/area.ts";
import { may } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
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
        summary: "Settings of the whole system; only the feature flags for who may not read feature_flags",
      },
      async ({ actor }) => {
        const rows = await db.system
          .selectFrom("properties")
          .select(["name", "value", "created_at", "updated_at"])
          .where("deleted_at", "is", null)
          // The console cannot be drawn without knowing which parts of it there are.
          .$if(!may(actor, "read", "feature_flags"), (query) => query.where("name", "like", "%.disable"))
          .orderBy("name")
          .execute();
        return rows.map((row) => ({ ...row, source: "db" as const }));
      },
    );
  },
  writes: featureWrites,
};
