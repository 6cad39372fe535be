// Reads config items with the permissions of the playbook; row policies apply in the same way as for a person.
import { automationActor } from "#areas/connections/server/index.ts";
import { problem } from "#language/problem.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { ActionContext } from "../../action-kind.ts";

export type ConfigQuery = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

export const isId = (text: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** Throws a Problem if the playbook has no permission to read config items. */
export async function configQuery({ run, system }: Pick<ActionContext, "run" | "system">): Promise<ConfigQuery> {
  const playbook = await system.db.system
    .selectFrom("playbooks")
    .select(["name", "namespace"])
    .where("id", "=", run.playbookId)
    .executeTakeFirst();
  const actor = await automationActor(system.db.system, {
    kind: "playbook",
    id: run.playbookId,
    name: playbook?.name ?? "",
    namespace: playbook?.namespace,
  });
  if (reachOf(actor, "read", "config_scrapers") === "none") throw problem.forbidden("read", "config_scrapers");
  const client = system.db.reading(claimsOf(actor, "read"));
  return async <Row>(text: string, values: readonly unknown[]) =>
    (await client.query<Row & object>(text, [...values])).rows as Row[];
}
