// Requests a run of a playbook that is the recipient of a message. The playbooks area starts the run, and writes its
// result into the message.
import type { System } from "#server/area.ts";
import type { Message } from "../channels/channel.ts";
import type { Fields } from "../pipeline/resources.ts";
import type { Recipient } from "../rules/recipients.ts";

export async function requestRun(
  { db, events }: Pick<System, "db" | "events">,
  { key }: Pick<Recipient, "key">,
  message: Pick<Message, "id" | "event" | "purpose">,
  environment: Fields,
): Promise<void> {
  // A playbook repairs a problem, so no run is started when the problem ends.
  if (message.purpose !== "problem") return;
  const [kind = ""] = message.event.split(".", 1);
  const resource = environment[kind] as { id?: string } | null | undefined;
  await db.system.transaction().execute((tx) =>
    events.publish(tx, {
      name: "playbook.run.requested",
      // The key of a fallback recipient has a prefix, so the id is the part after the last colon.
      id: key.slice(key.lastIndexOf(":") + 1),
      notification_send_id: message.id,
      resource_kind: kind,
      resource_id: resource?.id ?? null,
    }),
  );
}
