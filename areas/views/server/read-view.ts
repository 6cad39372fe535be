// Reads a view for another area, such as the report of an application, with the rights of the reader.
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { ViewAnswer } from "../contract.schema.ts";
import { bodyOf } from "./refresh/answer.ts";
import { viewData, type ViewRequest } from "./refresh/view-data.ts";

/** Throws a Problem if the reader may not read the view, or if it has no data yet. */
export async function readView(system: System, actor: Actor, request: ViewRequest): Promise<ViewAnswer> {
  const { result, ...shown } = await viewData(system, actor, request);
  return JSON.parse(bodyOf(result, shown).toString()) as ViewAnswer;
}
