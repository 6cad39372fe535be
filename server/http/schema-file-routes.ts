// Serves GET /api/schemas/{file}: the JSON schemas that areas list, for editors.
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { call, type Shape } from "#language/call.ts";
import { problem } from "#language/problem.ts";
import { printSchema, type SchemaFile } from "../schema-files.ts";
import { constantAnswer, constantBody, type ConstantAnswer } from "./constant-answer.ts";
import { handle } from "./handle.ts";

const ending = ".schema.json";

const contract = {
  params: z.object({ file: z.string() }),
  answer: z.record(z.string(), z.unknown()),
};
const readSchemaFile = call<Shape<typeof contract>>("GET", "/api/schemas/{file}");

export function schemaFileRoutes(
  app: FastifyInstance,
  areas: readonly { name: string; schemas?: readonly SchemaFile[] }[],
): void {
  const files = new Map<string, SchemaFile>();
  for (const { name: area, schemas = [] } of areas)
    for (const file of schemas) {
      if (files.has(file.name)) throw new Error(`${area} lists a second schema file ${file.name}${ending}`);
      files.set(file.name, file);
    }
  const fileNames = [...files.keys()].map((name) => name + ending).toSorted();
  // Each file is generated on its first request and cached, because it changes only with the version of the server.
  const printed = new Map<string, ConstantAnswer>();
  handle(
    app,
    readSchemaFile,
    contract,
    {
      access: "signed-in",
      summary:
        "A JSON schema for editors, such as canary.spec.schema.json; for an unknown name the status is 404, with a list of all names",
      type: "application/json; charset=utf-8",
    },
    ({ params: { file: asked }, request, reply }) => {
      const name = asked.toLowerCase();
      const file = name.endsWith(ending) ? files.get(name.slice(0, -ending.length)) : undefined;
      if (!file)
        throw problem.notFound("schema", asked, {
          hint: `Use one of ${fileNames.join(", ")}.`,
          parts: { files: fileNames },
        });
      const answer = printed.get(name) ?? constantAnswer(printSchema(file));
      printed.set(name, answer);
      // The body is the serialized form of the response that the contract describes.
      return constantBody(request, reply, answer) as unknown as Record<string, unknown>;
    },
  );
}
