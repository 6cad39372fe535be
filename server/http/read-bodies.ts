// Parses JSON bodies for every route that does not read its body itself. Clients also send the JSON content type with a
// DELETE or POST without a body; such a request has no body. JSON that is nested too deeply is rejected before it is
// parsed.
import type { FastifyInstance } from "fastify";
import { isDeepText, tooDeep } from "#lib/json/read-json.ts";
import { problem } from "#language/problem.ts";

/** `*` reads the body as JSON whatever content type the client sends. */
export function readBodies(app: FastifyInstance, contentType: "application/json" | "*" = "application/json"): void {
  // Rejects keys that would change an object's prototype.
  const parse = app.getDefaultJsonParser("error", "error");
  if (contentType === "*") app.removeAllContentTypeParsers();
  else app.removeContentTypeParser(contentType);
  app.addContentTypeParser(contentType, { parseAs: "string" }, (request, text: string, done) => {
    if (text === "") done(null, undefined);
    else if (isDeepText(text)) done(problem.invalid(tooDeep));
    else void parse(request, text, done);
  });
}
