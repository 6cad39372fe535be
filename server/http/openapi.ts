// Generates the OpenAPI 3.1 document from the contracts that handle() mounts, so that it always matches the routes.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call, CallSchema } from "#language/call.ts";
import type { CallOptions } from "./call-options.ts";

interface Described {
  contract: Call;
  schema: CallSchema;
  options: CallOptions;
}

declare module "fastify" {
  interface FastifyInstance {
    described: Described[];
  }
}

export const describeCall = (app: FastifyInstance, contract: Call, schema: CallSchema, options: CallOptions) =>
  app.described.push({ contract, schema, options });

const problemSchema = {
  type: "object",
  properties: {
    error: { type: "string", description: "Message for people." },
    message: { type: "string", description: "Details, if available." },
    id: { type: "string", description: "Kind of problem, for programs." },
    request_id: { type: "string", description: "Id of the request in the server's log." },
  },
  required: ["error", "id", "request_id"],
};

const toSchema = (schema: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // The format is sufficient; the pattern that zod adds is long and unreadable.
    override: ({ jsonSchema }) => void (jsonSchema.format && delete jsonSchema.pattern),
  });
  return json;
};

export function openApiDocument(app: FastifyInstance, version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const described of app.described)
    (paths[described.contract.path] ??= {})[described.contract.method.toLowerCase()] = operation(described);
  return {
    openapi: "3.1.0",
    info: { title: "Quarterdeck", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "quarterdeck_session" },
        token: { type: "http", scheme: "bearer" },
        basic: { type: "http", scheme: "basic", description: "User `token` and an access token as the password." },
      },
      schemas: { Problem: problemSchema },
    },
  };
}

function operation({ contract, schema, options }: Described) {
  const open = options.access === "anyone" || options.access === "optional";
  const needs =
    typeof options.access === "object" ? `Needs ${options.access.action} on ${options.access.resource}.` : undefined;
  return {
    operationId: `${contract.method.toLowerCase()}${contract.path.replaceAll(/[^a-zA-Z0-9]+(\w)/g, (_, c: string) => c.toUpperCase()).replaceAll(/\W/g, "")}`,
    summary: options.summary,
    tags: [tagOf(contract.path)],
    ...(needs ? { description: needs } : {}),
    security: open ? [] : [{ session: [] }, { token: [] }, { basic: [] }],
    parameters: [...parametersOf(schema.params, "path"), ...parametersOf(schema.query, "query")],
    ...(schema.body ? { requestBody: { required: true, content: json(toSchema(schema.body, "input")) } } : {}),
    responses: {
      [options.status ?? 200]: {
        description: "Success",
        content: { [options.type ?? "application/json"]: { schema: toSchema(schema.answer, "output") } },
      },
      default: { description: "A problem", content: json({ $ref: "#/components/schemas/Problem" }) },
    },
  };
}

const json = (schema: unknown) => ({ "application/json": { schema } });

function parametersOf(schema: z.ZodType | undefined, place: "path" | "query") {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, "input") as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(property.description ? { description: property.description } : {}),
    schema: property,
  }));
}

/** Returns the group: the first path segment below /api; other paths belong to "operations". */
const tagOf = (path: string) => /^\/api\/\.?(\w+)/.exec(path)?.[1] ?? "operations";
