// Loads views with their specs, for readers who may see them.
import { sql } from "kysely";
import type { Labels } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { mayOne, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import { viewSpec, type ViewSpec } from "../spec/view-spec.ts";

export interface ViewRow {
  id: string;
  name: string;
  namespace: string;
  labels: Labels | null;
  source: string;
  updated_by: string | null;
  spec: unknown;
  spec_secrets: string | null;
  /** Changes whenever the spec changes. */
  version: string;
}

export const defaultNamespace = "default";

const columns = sql`
  id, name, coalesce(nullif(namespace, ''), ${defaultNamespace}) as namespace, labels, source, updated_by, spec, spec_secrets,
  md5(spec::text || coalesce(spec_secrets, '')) as version`;

/** Throws a Problem if the actor may not read any view, or if the feature is disabled. */
export async function requireViews({ features }: Pick<System, "features">, actor: Actor): Promise<void> {
  await features.require("views", "a view");
  if (reachOf(actor, "read", "views") === "none") throw problem.forbidden("read", "views");
}

/** Finds a view by its namespace and name. A view without a namespace is in the namespace `default`. */
export async function requireView(
  { db }: Pick<System, "db">,
  actor: Actor,
  { namespace, name }: { namespace: string; name: string },
): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`
    select ${columns}
    from   views
    where  name = ${name} and coalesce(nullif(namespace, ''), ${defaultNamespace}) = ${namespace} and deleted_at is null
    order  by namespace nulls last
    limit  1`.execute(db.system);
  const [row] = rows;
  if (!row) throw problem.notFound("view", `${namespace}/${name}`);
  if (!isReadable(actor, row)) throw problem.forbidden("read", `the view ${namespace}/${name}`);
  return row;
}

/** All views that the actor may read. */
export async function findViews({ db }: Pick<System, "db">, actor: Actor): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select ${columns} from views where deleted_at is null order by namespace, name`.execute(db.system);
  return rows.filter((row) => isReadable(actor, row));
}

const isReadable = (actor: Actor, { id, name, namespace, labels }: ViewRow) =>
  mayOne(actor, "read", "views", { id, name, namespace, labels });

const parsed = new Map<string, { version: string; spec: ViewSpec }>();
const maxParsed = 500;

/** Returns the spec with its credentials. Parsing checks every expression, so specs are cached. */
export function specOf({ secrets }: Pick<System, "secrets">, view: ViewRow): ViewSpec {
  const known = parsed.get(view.id);
  if (known?.version === view.version) return known.spec;
  const place = { table: "views", id: view.id, column: "spec" };
  const spec = parseSpec(openDocument(secrets, place, { masked: view.spec, sealed: view.spec_secrets }));
  parsed.delete(view.id);
  if (parsed.size >= maxParsed) parsed.delete(parsed.keys().next().value!);
  parsed.set(view.id, { version: view.version, spec });
  return spec;
}

export function parseSpec(document: unknown): ViewSpec {
  const result = viewSpec.safeParse(document);
  if (result.success) return result.data;
  throw problem.badParts(
    result.error.issues.map((issue) => ({
      path: ["spec", ...issue.path].map(String).join("."),
      message: issue.message,
    })),
  );
}
