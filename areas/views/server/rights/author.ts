// The author of a view: the person who last changed its queries, variables, SQL or columns (keep_view_author.sql). Its
// queries use connections as the author may use them, which is checked at each refresh. A view of a file is written by
// the operator, who may use all connections.
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { systemActor, type Actor } from "#server/http/actor.ts";
import { findSubject } from "#areas/people/server/index.ts";

export interface Authored {
  source: string;
  updated_by: string | null;
}

const isFromFile = (source: string) => source.startsWith("file:");

export async function authorOf({ db }: Pick<System, "db">, { source, updated_by: id }: Authored): Promise<Actor> {
  if (isFromFile(source)) return systemActor;
  const found = id === null ? undefined : await findSubject(db.system, id).catch(ifMissing);
  if (!found?.isActive)
    throw new Problem(
      "forbidden",
      found
        ? `${found.actor.name}, the author of this view, is inactive, so it cannot use connections.`
        : "This view has no author, so it cannot use connections.",
      { hint: "Change its queries and save it, as a person who may use its connections." },
    );
  return found.actor;
}

function ifMissing(error: unknown): undefined {
  if (error instanceof Problem && error.id === "not_found") return undefined;
  throw error;
}
