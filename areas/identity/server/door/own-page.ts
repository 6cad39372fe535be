import type { FastifyRequest } from "fastify";
import { csrfViolation } from "../csrf.ts";
import { requestSource } from "../own-site.ts";

/** Refuses a change by cookie unless the request comes from a page of this site. */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const { authorization, "x-session-token": token } = request.headers;
  if (authorization !== undefined || token !== undefined) return;
  if (requestSource(request, publicUrl) !== "here")
    throw csrfViolation("The request does not come from a page of this site.");
}
