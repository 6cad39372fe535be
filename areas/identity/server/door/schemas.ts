// The JSON schema of an identity's traits, for forms and clients of the identity service.
import type { FastifyInstance } from "fastify";
import { problem } from "#language/problem.ts";
import { open } from "./door.ts";

const traits = {
  $id: "default",
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Person",
  type: "object",
  properties: {
    traits: {
      type: "object",
      properties: {
        email: { type: "string", format: "email", title: "Email" },
        name: {
          type: "object",
          properties: {
            first: { type: "string", title: "First name" },
            last: { type: "string", title: "Last name" },
          },
        },
      },
      required: ["email"],
      additionalProperties: false,
    },
  },
};

export function schemaRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>("/schemas/:id", open, async ({ params: { id } }) => {
    if (id !== traits.$id) throw problem.notFound("identity schema", id);
    return traits;
  });
}
