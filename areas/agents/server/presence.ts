// Publishes an event when an agent goes online or offline.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import { defineJob } from "#server/jobs/definition.ts";

/** An agent that was not seen for this long is offline; agents_summary has the same limit. */
const offlineAfter = "61 seconds";

export const noticePresence = defineJob({
  name: "agents.presence",
  title: "Notice agents that go online or offline",
  schedule: { everySeconds: 30, ifRowsIn: "agents", rowsWhere: `id <> '${localAgent}' and last_seen is not null` },
  history: "failed-only",
  async run({ system, success }) {
    const changed = await system.db.system.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; name: string; reported_status: "online" | "offline" }>`
        with seen as (
          select id, case when last_seen > now() - ${offlineAfter}::interval then 'online' else 'offline' end as status
          from   agents
          where  id <> ${localAgent}
          and    deleted_at is null
          and    last_seen is not null
        )
        update agents a
        set    reported_status = s.status
        from   seen s
        where  a.id = s.id
        and    a.reported_status is distinct from s.status
        returning a.id, a.name, a.reported_status`.execute(tx);
      await system.events.publishAll(
        tx,
        rows.map(({ id, name, reported_status: status }) => ({ name: `agent.${status}`, id, agent: name })),
      );
      return rows.length;
    });
    success(changed);
  },
});
