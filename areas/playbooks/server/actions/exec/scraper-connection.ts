// The connection of the scraper that found a config item, for a script that works on the item.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { ActionInvalid, type ActionContext } from "../../action-kind.ts";
import { configQuery, isId } from "../access/config-query.ts";

const entries = z.array(z.looseObject({ connection: z.string().optional() })).catch([]);

/**
 * Only connections are passed on, not other scraper credentials. The playbook itself needs the right to use the
 * connections.
 */
export async function clusterConnectionOf(id: string, context: ActionContext): Promise<string> {
  if (!isId(id)) throw new ActionInvalid(`${JSON.stringify(id)} is not the id of a config item.`);
  const query = await configQuery(context);
  const [item] = await query<{ scraper_id: string | null }>("select scraper_id from config_items where id = $1", [id]);
  if (!item) throw problem.notFound("config item", id);
  const scraper =
    item.scraper_id === null
      ? undefined
      : await context.system.db.system
          .selectFrom("config_scrapers")
          .select("spec")
          .where("id", "=", item.scraper_id)
          .executeTakeFirst();
  const { kubernetes } = (scraper?.spec ?? {}) as { kubernetes?: unknown };
  const found = entries.parse(kubernetes).find(({ connection }) => connection)?.connection;
  if (!found)
    throw new ActionInvalid(
      "The scraper of the config item has no connection to Kubernetes. Set connections.kubernetes.",
    );
  return found;
}
