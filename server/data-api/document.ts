// Serves the API description at the root of the API: Swagger 2, limited to the actor's rights, in the form that
// PostgREST's clients and generators expect.
import { version } from "#lib/load/repository.ts";
import { allowedColumns, mayUse, rightsKey } from "../db/policy.ts";
import type { Catalog, Column, Relation, SqlFunction } from "../db/relations.ts";
import type { Actor } from "../http/actor.ts";
import { constantAnswer, type ConstantAnswer } from "../http/constant-answer.ts";
import { PlanCache } from "./plan-cache.ts";
import { mayCall } from "./plan.ts";

/**
 * The maximum number of cached documents. Each document takes about a megabyte; there are three prefixes and at least
 * six roles.
 */
const maxDocuments = 30;
export const documents = new PlanCache<ConstantAnswer>(maxDocuments);

/**
 * Generating a document blocks the process for a tenth of a second, so it is cached for all actors with the same
 * rights. A changed schema or a switched feature creates a new catalog, which empties the cache.
 */
export const describeRelations = (actor: Actor, catalog: Catalog, prefix: string): ConstantAnswer =>
  documents.get(catalog, `${prefix} ${rightsKey(actor)}`, () =>
    constantAnswer(JSON.stringify(documentOf(actor, catalog, prefix))),
  );

function documentOf(actor: Actor, catalog: Catalog, prefix: string) {
  const relations = [...catalog.relations.values()].filter(
    (relation) => !relation.isOff && mayUse(actor, "select", relation),
  );
  const functions = [...catalog.functions.values()].filter((fn) => fn.exposed && mayCall(actor, fn));
  return {
    swagger: "2.0",
    info: { title: "Quarterdeck data API", description: "The relations and functions that you may use.", version },
    basePath: prefix,
    consumes: ["application/json", "text/csv", "application/x-www-form-urlencoded"],
    produces: ["application/json", "application/vnd.pgrst.object+json", "text/csv"],
    paths: Object.fromEntries([
      ...relations.map((relation) => [`/${relation.name}`, pathOf(actor, relation)]),
      ...functions.map((fn) => [`/rpc/${fn.name}`, callOf(fn)]),
    ]),
    parameters,
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, definitionOf(actor, relation)])),
  };
}

const inQuery = (name: string, description: string) => ({ name, in: "query", type: "string", description });

const parameters = {
  select: inQuery("select", "Columns and embedded relations, separated by commas."),
  order: inQuery("order", "Columns to sort by: name.desc.nullslast."),
  limit: inQuery("limit", "Maximum number of rows."),
  offset: inQuery("offset", "Number of rows to skip."),
  prefer: { name: "Prefer", in: "header", type: "string", description: "count=exact, return=representation, …" },
};
const general = Object.keys(parameters).map((name) => ({ $ref: `#/parameters/${name}` }));

function pathOf(actor: Actor, relation: Relation) {
  const { name, comment } = relation;
  const tags = [relation.resource];
  const row = { $ref: `#/definitions/${name}` };
  const rows = { description: "OK", schema: { type: "array", items: row } };
  const filters = allowedColumns(actor, "select", relation).map((column) =>
    inQuery(column, `A filter, such as eq.value (${relation.columns.get(column)!.type}).`),
  );
  const body = { name: "body", in: "body", schema: row };
  const isWritable = (verb: "insert" | "update" | "delete") =>
    relation.kind === "table" && mayUse(actor, verb, relation);
  return {
    get: { tags, summary: comment, parameters: [...filters, ...general], responses: { 200: rows, 206: rows } },
    ...(isWritable("insert")
      ? { post: { tags, parameters: [body, ...general], responses: { 201: { description: "Created" } } } }
      : {}),
    ...(isWritable("update")
      ? { patch: { tags, parameters: [body, ...filters, ...general], responses: { 200: rows, 204: done } } }
      : {}),
    ...(isWritable("delete")
      ? { delete: { tags, parameters: [...filters, ...general], responses: { 200: rows, 204: done } } }
      : {}),
  };
}

const done = { description: "No Content" };

function callOf(fn: SqlFunction) {
  const tags = [fn.resource];
  const responses = { 200: { description: "OK" } };
  const inputs = fn.arguments.map(({ name, type, hasDefault }) => ({ name, required: !hasDefault, ...typeOf(type) }));
  const schema = {
    type: "object",
    required: inputs.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(fn.arguments.map(({ name, type }) => [name, typeOf(type)])),
  };
  return {
    ...(fn.volatile
      ? {}
      : {
          get: {
            tags,
            summary: fn.comment,
            parameters: inputs.map((parameter) => ({ ...parameter, in: "query" })),
            responses,
          },
        }),
    post: { tags, summary: fn.comment, parameters: [{ name: "args", in: "body", required: true, schema }], responses },
  };
}

function definitionOf(actor: Actor, relation: Relation) {
  const columns = allowedColumns(actor, "select", relation).map((name) => relation.columns.get(name)!);
  return {
    type: "object",
    description: relation.comment,
    required: columns.filter(({ nullable }) => !nullable).map(({ name }) => name),
    properties: Object.fromEntries(columns.map((column) => [column.name, propertyOf(relation, column)])),
  };
}

function propertyOf({ primaryKey, foreignKeys }: Relation, { name, type, comment, values }: Column) {
  const key = foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === name);
  // PostgREST writes these markers, and generators look for them.
  const marks = [
    primaryKey.includes(name) ? "This is a Primary Key.<pk/>" : "",
    key
      ? `This is a Foreign Key to \`${key.target}.${key.targetColumns[0]!}\`.<fk table='${key.target}' column='${key.targetColumns[0]!}'/>`
      : "",
  ].filter((mark) => mark !== "");
  const description = [comment, ...(marks.length > 0 ? [`Note:\n${marks.join("\n")}`] : [])]
    .filter(Boolean)
    .join("\n\n");
  return { ...typeOf(type), ...(description ? { description } : {}), ...(values ? { enum: values } : {}) };
}

function typeOf(format: string) {
  if (format.endsWith("[]")) return { format, type: "array", items: { type: plainType(format.slice(0, -2)) } };
  return /^jsonb?$/.test(format) ? { format } : { format, type: plainType(format) };
}

function plainType(format: string): string {
  if (/^(?:smallint|integer|bigint)$/.test(format)) return "integer";
  if (/^(?:numeric|real|double precision)/.test(format)) return "number";
  return format === "boolean" ? "boolean" : "string";
}
