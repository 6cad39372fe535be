// `parentLookup`: moves components below others, of the same topology or of a different one.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { BuildContext } from "./build-context.ts";
import { withDescendants, type BuiltComponent, type ParentLookup } from "./component.ts";

export type ForeignParents = ReadonlyMap<BuiltComponent, string>;

/** Moves the components in place. A move that would create a cycle is reported and not made. */
export async function placeParents(
  context: Omit<BuildContext, "group">,
  roots: BuiltComponent[],
): Promise<ForeignParents> {
  const foreign = new Map<BuiltComponent, string>();
  const all = roots.flatMap((root) => [...withDescendants(root)]);
  const moving = all.filter(({ parentLookup }) => parentLookup && Object.values(parentLookup).some(Boolean));
  if (moving.length === 0) return foreign;
  const parentOf = new Map<BuiltComponent, BuiltComponent>();
  for (const parent of all) for (const child of parent.components) parentOf.set(child, parent);
  const index = indexOf(all);
  for (const component of moving) {
    const wanted = component.parentLookup!;
    const parent = findParent(index, component, wanted);
    const current = parentOf.get(component);
    if (parent === undefined) {
      const id = await findForeign(context, wanted);
      if (id === undefined)
        context.log.warn(
          `${component.name} stays where it is: no component matches its parentLookup ${shown(wanted)}.`,
        );
      else {
        detach(component, current, roots);
        parentOf.delete(component);
        foreign.set(component, id);
      }
    } else if (isBelow(parent, component, parentOf))
      context.log.fail(
        `${component.name} cannot be moved below ${parent.name}, because ${parent.name} is below ${component.name}: the cycle was cut, and ${component.name} stays where it is.`,
        { keeps: false },
      );
    else if (parent !== current) {
      detach(component, current, roots);
      parent.components.push(component);
      parentOf.set(component, parent);
    }
  }
  return foreign;
}

function detach(component: BuiltComponent, parent: BuiltComponent | undefined, roots: BuiltComponent[]): void {
  const siblings = parent?.components ?? roots;
  const at = siblings.indexOf(component);
  if (at >= 0) siblings.splice(at, 1);
}

/** Whether the component is the ancestor itself, or a descendant of the ancestor. */
function isBelow(
  component: BuiltComponent,
  ancestor: BuiltComponent,
  parentOf: ReadonlyMap<BuiltComponent, BuiltComponent>,
): boolean {
  for (let each: BuiltComponent | undefined = component; each !== undefined; each = parentOf.get(each))
    if (each === ancestor) return true;
  return false;
}

interface Index {
  byExternalId: ReadonlyMap<string, readonly BuiltComponent[]>;
  byName: ReadonlyMap<string, readonly BuiltComponent[]>;
  all: readonly BuiltComponent[];
}

function indexOf(all: readonly BuiltComponent[]): Index {
  return {
    byExternalId: Map.groupBy(all, ({ externalId }) => externalId),
    byName: Map.groupBy(all, ({ name }) => name),
    all,
  };
}

/** The external id takes precedence if it is given. */
function findParent(
  { byExternalId, byName, all }: Index,
  component: BuiltComponent,
  { externalID, name, type, namespace }: ParentLookup,
): BuiltComponent | undefined {
  const candidates = externalID ? (byExternalId.get(externalID) ?? []) : name ? (byName.get(name) ?? []) : all;
  return candidates.find(
    (one) =>
      one !== component &&
      (!name || externalID || one.name === name) &&
      (!type || one.type === type) &&
      (!namespace || one.namespace === namespace),
  );
}

async function findForeign(
  { system, topology }: Omit<BuildContext, "group">,
  { externalID, name, type, namespace }: ParentLookup,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id
    from   components
    where  deleted_at is null and agent_id = ${localAgent} and topology_id is distinct from ${topology.id}::uuid
    and    (${externalID ?? null}::text is null or external_id = ${externalID ?? null})
    and    (${externalID ? null : (name ?? null)}::text is null or name = ${name ?? null})
    and    (${type ?? null}::text is null or type = ${type ?? null})
    and    (${namespace ?? null}::text is null or namespace = ${namespace ?? null})
    order  by created_at, id
    limit  1`.execute(system.db.system);
  return rows[0]?.id;
}

const shown = (wanted: ParentLookup) =>
  Object.entries(wanted)
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(" ");
