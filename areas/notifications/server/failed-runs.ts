// Sends a message to the fallback of its rule if the playbook that is its recipient failed or could not start.
import { sql } from "kysely";
import { newId } from "#lib/uuid/new-id.ts";
import type { Listener } from "#server/area.ts";
import { writeFallbacks } from "./delivery/fallbacks.ts";
import { messageChannel } from "./pipeline.ts";
import type { PipelineParts } from "./pipeline/parts.ts";
import { loadRuleBook } from "./rules/rule-book.ts";

export const failedRunListeners = ({ channels }: Pick<PipelineParts, "channels">): readonly Listener[] =>
  ["failed", "cancelled", "timed_out"].map((status): Listener => ({
    event: `playbook.run.${status}`,
    name: `notifications.fallback.${status}`,
    async run({ notification_send_id: id }, { system }) {
      if (typeof id !== "string") return;
      await system.db.system.transaction().execute(async (tx) => {
        const { rows } = await sql<{ notification_id: string | null; error: string | null }>`
          select h.notification_id, h.error
          from   notification_send_history h
          where  h.id = ${id} and h.status = 'error'
          and    not exists (select from notification_send_history f where f.parent_id = h.id and f.purpose = 'fallback')
          for    update of h`.execute(tx);
        const [message] = rows;
        if (!message) return;
        const rule = (await loadRuleBook(tx, system, channels, undefined)).rules.get(message.notification_id ?? "");
        if (rule) await writeFallbacks(tx, newId, [{ id, rule, error: message.error ?? undefined }]);
        await sql`update notification_send_history set is_open = false where id = ${id}`.execute(tx);
        await sql`select pg_notify(${messageChannel}, ${id})`.execute(tx);
      });
    },
  }));
