// Bodies in JSON, for every route that does not read its body itself. Clients send the content type also with a DELETE or
// POST that has no body: that is no body, not a broken one. What is nested too deeply is refused before anything recurses.
import type { FastifyInstance } from "fastify";
import { isDeepText, tooDeep } from "../read-json.ts";
import { problem } from "#language/problem.ts";

export function readBodies(app: FastifyInstance): void {
  // Refuses keys that would change an object's prototype.
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text: string, done) => {
    if (text === "") done(null, undefined);
    else if (isDeepText(text)) done(problem.invalid(tooDeep));
    else void parse(request, text, done);
  });
}
