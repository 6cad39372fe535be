import type { FastifyRequest } from "fastify";
import { csrfViolation } from "../csrf.ts";
import { madeAt } from "../own-site.ts";

/** A change by cookie alone is made by one of our own pages. */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const { authorization, "x-session-token": token } = request.headers;
  if (authorization !== undefined || token !== undefined) return;
  if (madeAt(request, publicUrl) !== "here") throw csrfViolation("The request was not made by one of our own pages.");
}
