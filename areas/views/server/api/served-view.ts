// Sends the data of a view to a client, or returns them to another area. Many requests get the same cached data, so the
// response is built and compressed once, and a client that already has the response gets a 304.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { System } from "#server/area.ts";
import { constantAnswer, constantBody, type ConstantAnswer } from "#server/http/constant-answer.ts";
import type { Actor } from "#server/http/actor.ts";
import type { ViewAnswer } from "../../contract.schema.ts";
import { bodyOf } from "../refresh/answer.ts";
import { viewData, type ViewRequest } from "../refresh/view-data.ts";
import { firstRows } from "./first-rows.ts";

interface Built {
  refreshedAt: string;
  errors: string;
  answer: ConstantAnswer;
}

/** Responses with cached data. The key is the buffer with the rows. */
const built = new WeakMap<Buffer, Built>();

/** Returns undefined if the client already has the response. */
export async function servedView(
  system: System,
  actor: Actor,
  wanted: ViewRequest,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Buffer | undefined> {
  const { result, source, late } = await viewData(system, actor, wanted);
  if (source === "fresh" || late !== undefined) return bodyOf(result, { source, late });
  const { refreshedAt, rows } = result;
  const errors = JSON.stringify(result.errors);
  let known = built.get(rows);
  if (known?.refreshedAt !== refreshedAt || known.errors !== errors) {
    known = { refreshedAt, errors, answer: constantAnswer(bodyOf(result, { source }).toString()) };
    built.set(rows, known);
  }
  return constantBody(request, reply, known.answer);
}

/**
 * Returns the data, with at most `maxRows` rows, to another area, such as the report of an application. Throws a Problem
 * if the reader may not read the view, or if it has no data yet.
 */
export async function readView(
  system: System,
  actor: Actor,
  request: ViewRequest,
  maxRows: number,
): Promise<{ answer: ViewAnswer; isCut: boolean; bytes: number }> {
  const { result, ...shown } = await viewData(system, actor, request);
  const rows = firstRows(result.rows, maxRows);
  const body = bodyOf({ ...result, rows }, shown);
  return {
    answer: JSON.parse(body.toString()) as ViewAnswer,
    isCut: rows.length < result.rows.length,
    bytes: body.length,
  };
}
