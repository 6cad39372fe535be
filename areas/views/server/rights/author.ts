// Finds the author of a view: the person who last changed its queries, variables, SQL, columns or panels
// (keep_view_author.sql). The queries use connections with the rights of the author, which are checked at each refresh.
// The author of a view from a file is the operator, who may use all connections.
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
        ? `${found.actor.name}, the author of this view, is inactive, so the view cannot use connections.`
        : "This view has no author, so the view cannot use connections.",
      { hint: "A person who may use its connections must change its queries and save it." },
    );
  return found.actor;
}

function ifMissing(error: unknown): undefined {
  if (error instanceof Problem && error.id === "not_found") return undefined;
  throw error;
}
