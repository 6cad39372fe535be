// Checks whether MongoDB responds. Tested against a stand-in that implements the documented protocol.
import { withMongo } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { reaching, endpointOf } from "../spec/reaching.ts";
import { defineCheck, healthy } from "../check-kind.ts";

export const mongodb = defineCheck({
  type: "mongodb",
  title: "MongoDB",
  icon: "mongodb",
  group: "Databases",
  spec: check(reaching("mongo")),
  endpoint: endpointOf,

  async run(spec, run) {
    await withMongo(await run.connection(spec), run, (db) => db.command({ ping: 1 }));
    return healthy();
  },
});
