import { withMongo } from "../clients/mongo.ts";
import { connectionType } from "../connection/connection-type.ts";
import { insecureTls, line, signIn } from "../connection/fields.ts";

export const mongo = connectionType({
  type: "mongo",
  title: "Mongo",
  icon: "mongodb",
  group: "Databases",
  fields: {
    url: line("URL", "url", { placeholder: "mongodb://$(username):$(password)@host:27017/?authSource=admin" }),
    ...signIn,
    insecure_tls: insecureTls,
  },
  test: (connection, trial) =>
    withMongo(connection, trial, async (db, { user }) => {
      await db.command({ ping: 1 });
      const { version } = await db.command({ buildInfo: 1 });
      return `MongoDB ${String(version)}${user === "" ? "" : `, as ${user}`}`;
    }),
});
