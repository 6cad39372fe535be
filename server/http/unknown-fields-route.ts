// Serves GET /api/unknown-fields/{table}: the resources that the actor may read and whose specs have unknown fields.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { unknownFieldsOf, type UnknownField } from "#language/unknown-fields.ts";
import type { System } from "../area.ts";
import { claimsOf, mayUse, resourceOf } from "../db/policy.ts";
import { quote } from "../db/sql-text.ts";
import { handle } from "./handle.ts";

const field = z.object({
  path: z.array(z.union([z.string(), z.number()])).readonly(),
  nearest: z.string().optional(),
  entry: z.object({ type: z.string(), name: z.string() }).optional(),
});

const schema = {
  params: z.object({ table: z.string() }),
  query: z.object({ id: z.uuid().optional() }),
  answer: z.array(z.object({ id: z.string(), name: z.string(), fields: z.array(field) })),
};

/** Cached findings of a spec, valid for one version of its row. */
interface Judged {
  version: string;
  fields: UnknownField[];
}

const maxJudged = 50_000;

export function unknownFieldRoutes(app: FastifyInstance, system: System): void {
  const judged = new Map<string, Judged>();
  const summary = "Resources whose specs have unknown fields, with the nearest known fields";
  handle(app, unknownFieldsOf, schema, { access: "signed-in", summary }, async ({ params, query, actor }) => {
    const { table } = params;
    const relation = system.catalog.current.relations.get(table);
    if (!relation || !system.specs.tables.includes(table)) throw problem.notFound("kind of resource", table);
    if (relation.feature !== undefined) await system.features.require(relation.feature, table);
    if (!mayUse(actor, "select", relation)) throw problem.forbidden("read", resourceOf("select", relation));
    const reading = system.db.reading(claimsOf(actor, "read"));
    const conditions = [
      ...(relation.columns.has("deleted_at") ? ["deleted_at is null"] : []),
      ...(query.id === undefined ? [] : ["id = $1"]),
    ];
    const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
    const { rows } = await reading.query<{ id: string; name: string; version: string }>(
      `select id, name, xmin::text as version from ${quote(table)} ${where} order by name, id`,
      query.id === undefined ? [] : [query.id],
    );
    const isJudged = ({ id, version }: { id: string; version: string }) =>
      judged.get(`${table} ${id}`)?.version === version;
    const wanted = rows.filter((row) => !isJudged(row));
    if (judged.size + wanted.length > maxJudged) judged.clear();
    const missing = judged.size === 0 ? rows : wanted;
    if (missing.length > 0) {
      const { rows: specs } = await reading.query<{ id: string; version: string; spec: unknown }>(
        `select id, xmin::text as version, spec from ${quote(table)} where id = any ($1::uuid[])`,
        [missing.map(({ id }) => id)],
      );
      for (const { id, version, spec } of specs)
        judged.set(`${table} ${id}`, { version, fields: [...system.specs.unknownIn(table, spec)] });
    }
    return rows.flatMap(({ id, name }) => {
      const { fields = [] } = judged.get(`${table} ${id}`) ?? {};
      return fields.length > 0 ? [{ id, name, fields }] : [];
    });
  });
}
