// Updates the links of components: after a build those of the components it wrote, and by event those to resources that
// changed.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { retried } from "#server/db/retried.ts";
import {
  checkLinks,
  inlineId,
  linkKinds,
  replaceLinks,
  selectingAmong,
  type LinkKind,
  type Selecting,
} from "./link-kinds.ts";
import { isLimited, selectedBy, type Among } from "./selected-by.ts";

export type LinkTools = Pick<System, "db" | "catalog">;

const perBatch = 500;

/** Evaluates the selectors of these components again. Returns a message for each selector that cannot be read. */
export async function linkComponents(system: LinkTools, ids: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (let at = 0; at < ids.length; at += perBatch) {
    const batch = ids.slice(at, at + perBatch);
    const components = await selectingAmong(system.db.system, batch);
    for (const kind of linkKinds) {
      const selection = await selectedBy(system, kind.target, components.flatMap(kind.ownedBy));
      faults.push(...selection.faults);
      await retried(system.db, (tx) => replaceLinks(tx, kind, selection, { components: batch }));
    }
    await linkInline(system, { components: batch });
  }
  return faults;
}

/** Finds the links of all components to these resources again. */
export async function linkTargets(
  system: LinkTools,
  kind: LinkKind,
  selecting: readonly Selecting[],
  ids: readonly string[],
): Promise<string[]> {
  const among = await namesOf(system, kind, ids);
  const selection = await selectedBy(system, kind.target, selecting.flatMap(kind.ownedBy), among);
  await retried(system.db, (tx) => replaceLinks(tx, kind, selection, { targets: ids }));
  if (kind === checkLinks) await linkInline(system, { checks: ids });
  // A changed resource can take the place of one that did not change.
  const { columns } = system.catalog.current.relations.get(kind.target.relation)!;
  const limited = selecting.filter((component) =>
    kind.ownedBy(component).some(({ selector }) => isLimited(selector, kind.target, columns)),
  );
  if (limited.length === 0) return selection.faults;
  return [
    ...selection.faults,
    ...(await linkComponents(
      system,
      limited.map(({ id }) => id),
    )),
  ];
}

async function namesOf({ db }: LinkTools, { target }: LinkKind, ids: readonly string[]): Promise<Among[]> {
  const { rows } = await sql<Among>`
    select id, name from ${sql.table(target.relation)} where id = any (${ids}::uuid[])`.execute(db.system);
  return rows;
}

/** Links the checks of inline canaries to their components; a trigger deletes the links of deleted checks. */
async function linkInline(
  { db }: LinkTools,
  scope: { components: readonly string[] } | { checks: readonly string[] },
): Promise<void> {
  const inScope =
    "components" in scope
      ? sql`k.source = any (${scope.components.map((id) => `component/${id}`)}::text[])`
      : sql`c.id = any (${scope.checks}::uuid[]) and k.source like 'component/%'`;
  await sql`
    insert into check_component_relationships as l (component_id, check_id, canary_id, selector_id)
    select o.id, c.id, k.id, ${inlineId}
    from   canaries k
    join   checks c on c.canary_id = k.id and c.deleted_at is null
    join   components o on k.source = 'component/' || o.id and o.deleted_at is null
    where  k.deleted_at is null and ${inScope}
    on conflict (component_id, check_id, canary_id, selector_id) do update
    set    deleted_at = null
    where  l.deleted_at is not null`.execute(db.system);
}
