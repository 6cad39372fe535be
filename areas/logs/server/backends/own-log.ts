// Creates the log backend for the server's own log. It is created only once, so that an administrator can delete it
// permanently.
import type { Json } from "#language/columns.ts";
import type { Service } from "#server/area.ts";
import { doOnce } from "#server/db/done-once.ts";

export const ownLogName = "Quarterdeck";

/** The source System makes the reader read the server's own log instead of paths. */
const spec = { backends: [{ file: { parse: "json", mapping: { message: ["msg"], ignore: ["time"] } } }] };

export const ownLog: Service = {
  name: "own log",
  roles: ["all", "web", "worker"],
  async start({ db, env }) {
    if (env.watchesItself)
      await doOnce(db.system, "own log", async (tx) => {
        await tx
          .insertInto("logging_backends")
          .values({ name: ownLogName, spec: spec as unknown as Json, source: "System" })
          .execute();
      });
    return { stop: async () => {} };
  },
};
