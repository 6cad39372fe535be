// Creates two people for the seeded data: one can see all rows, and the other only the rows of one cluster, because of
// a rule on tags.
import { createHash, randomBytes } from "node:crypto";
import type { DataProduct } from "./data-estate.ts";

/** Returns a cluster to limit a person to. */
export const clusterOf = async (product: DataProduct) =>
  (
    await product.ask<{ cluster: string }>("select tags ->> 'cluster' as cluster from config_items order by id limit 1")
  )[0]!.cluster;

/** Creates a person with an access token; for `scoped`, with rules on rows instead of a role. */
export async function tokenOf(product: DataProduct, who: "everything" | "scoped"): Promise<string> {
  const [person] = await product.ask<{ id: string }>(
    `insert into people (name, email) values ($1, $2)
     on conflict (email) where deleted_at is null do update set name = excluded.name returning id`,
    [`Bench ${who}`, `bench-${who}@example.org`],
  );
  const id = person!.id;
  if (who === "everything")
    await product.ask("insert into person_roles (person_id, role) values ($1, 'viewer') on conflict do nothing", [id]);
  else {
    await product.ask("delete from permissions where person_id = $1", [id]);
    const selector = {
      configs: [{ tagSelector: `cluster=${await clusterOf(product)}` }],
      canaries: [{ labelSelector: "environment=prod" }],
    };
    await product.ask("insert into permissions (person_id, action, object_selector) values ($1, 'read', $2)", [
      id,
      JSON.stringify(selector),
    ]);
  }
  await product.ask("delete from access_tokens where person_id = $1", [id]);
  const [created] = await product.ask<{ id: string }>("select new_id()::text as id");
  const token = `qd_${created!.id.replaceAll("-", "")}_${randomBytes(32).toString("base64url")}`;
  const digest = createHash("sha256").update(token).digest();
  await product.ask("insert into access_tokens (id, name, person_id, digest) values ($1, 'bench', $2, $3)", [
    created!.id,
    id,
    digest,
  ]);
  return token;
}
