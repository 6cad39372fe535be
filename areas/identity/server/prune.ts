// Deletes expired rows once an hour: sessions, flows, mails, and throttles without remaining debt.
import { sql } from "kysely";
import { defineJob } from "#server/jobs/definition.ts";
import { pruneFlows } from "./flows/store.ts";
import { pruneMails } from "./mail/mail.ts";
import { pruneThrottles } from "./throttle.ts";

export const prune = defineJob({
  name: "identity.prune",
  title: "PruneIdentity",
  schedule: { everySeconds: 3600 },
  history: "few",
  async run({ system }) {
    const db = system.db.system;
    await sql`delete from sessions where expires_at < now()`.execute(db);
    await pruneFlows(db);
    await pruneThrottles(db);
    await pruneMails(db);
  },
});
