// Settings and feature flags on the server.
import type { ServerArea } from "#server/area.ts";
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
        access: { action: "read", resource: "feature_flags" },
        summary: "Settings of the whole system, feature flags among them",
      },
      async () => {
        const rows = await db.system
          .selectFrom("properties")
          .select(["name", "value", "created_at", "updated_at"])
          .where("deleted_at", "is", null)
          .orderBy("name")
          .execute();
        return rows.map((row) => ({ ...row, source: "db" as const }));
      },
    );
  },
  writes: featureWrites,
};
