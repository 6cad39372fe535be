// The canary of an alert source. It contains one check that only receives results and creates a check for each alert.
import type { Json } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { may, mayOne } from "#server/db/policy.ts";
import type { Tx } from "#server/db/pool.ts";
import { someone, type Actor } from "#server/http/actor.ts";
import { syncChecks } from "#areas/health/server/index.ts";

const namespace = "alerts";
/** Rows from other systems cannot be edited in the console, but can be deleted. */
const source = "Push";

/** The source name for alerts that do not specify a source. */
export function nameOfSender(actor: Actor): string {
  const sender = someone(actor);
  return sender.kind === "token" ? sender.token.name : sender.name;
}

/**
 * Returns the id of the canary, and creates the canary for the first alerts. Both require the right to write canaries.
 */
export async function openSource(system: Pick<System, "db">, actor: Actor, name: string): Promise<string> {
  const isAllowed = may(actor, "write", "canaries");
  return system.db.system.transaction().execute(async (tx) => {
    const known = await findSource(tx, name);
    if (known) {
      if (!isAllowed && !mayOne(actor, "update", "canaries", { id: known.id, agent: localAgent, name, namespace }))
        throw problem.forbidden("write", "canaries");
      return known.id;
    }
    if (!isAllowed) throw problem.forbidden("write", "canaries");
    return (await createSource(tx, name)) ?? (await findSource(tx, name))!.id;
  });
}

const findSource = (tx: Tx, name: string) =>
  tx
    .selectFrom("canaries")
    .select("id")
    .where("name", "=", name)
    .where("namespace", "=", namespace)
    .where("source", "=", source)
    .where("agent_id", "=", localAgent)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** Returns no row if another request created the canary at the same time. */
async function createSource(tx: Tx, name: string): Promise<string | undefined> {
  const receiver = {
    name: `Alerts from ${name}`,
    description: "Receives alerts of Prometheus and Alertmanager",
    icon: "alertmanager",
  };
  const canary = await tx
    .insertInto("canaries")
    .values({ name, namespace, source, spec: { webhook: [receiver] } as unknown as Json })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (canary) await syncChecks(tx, canary);
  return canary?.id;
}
