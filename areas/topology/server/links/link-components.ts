// Updates component links: after a build, the links of the components that it wrote; after a change, the links to the
// changed resources.
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
import { Candidates, type Candidate } from "./candidates.ts";
import { isLimited, selectedBy } from "./selected-by.ts";

export type LinkTools = Pick<System, "db" | "catalog">;

const perBatch = 500;
const targetsPerBatch = 5_000;

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

interface LinkingTargets {
  /** Limits the selectors to those that read columns which `link_dirt` does not track. Default: all selectors. */
  only?: "untracked";
}

/** Updates the links of these components to these resources. */
export async function linkTargets(
  system: LinkTools,
  kind: LinkKind,
  selecting: readonly Selecting[],
  ids: readonly string[],
  { only }: LinkingTargets = {},
): Promise<string[]> {
  const owned = selecting.flatMap(kind.ownedBy).filter(({ readsUntracked }) => !only || readsUntracked);
  const faults: string[] = [];
  for (let at = 0; at < ids.length; at += targetsPerBatch) {
    const batch = ids.slice(at, at + targetsPerBatch);
    const candidates = new Candidates(await readCandidates(system, kind, batch));
    const selection = await selectedBy(system, kind.target, owned, candidates);
    faults.push(...selection.faults);
    const unlinked = await retried(system.db, (tx) => replaceLinks(tx, kind, selection, { targets: batch }));
    if (kind === checkLinks) await linkInline(system, { checks: batch });
    // If a selector has a limit, a changed resource can replace an unchanged resource in the result, or be replaced by
    // it.
    const { columns } = system.catalog.current.relations.get(kind.target.relation)!;
    const limited = owned.filter(
      ({ component, selector }) =>
        isLimited(selector, kind.target, columns) && (unlinked.has(component) || candidates.of(selector).length > 0),
    );
    if (limited.length > 0)
      faults.push(...(await linkComponents(system, [...new Set(limited.map(({ component }) => component))])));
  }
  return faults;
}

async function readCandidates(
  { db, catalog }: LinkTools,
  { target: { relation } }: LinkKind,
  ids: readonly string[],
): Promise<Candidate[]> {
  const { columns } = catalog.current.relations.get(relation)!;
  const optional = (name: string) => (columns.has(name) ? sql.ref(name) : sql`null`);
  const { rows } = await sql<Candidate>`
    select id, name, type, ${optional("namespace")} as namespace, labels, ${optional("tags")} as tags
    from   ${sql.table(relation)}
    where  id = any (${ids}::uuid[])`.execute(db.system);
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
