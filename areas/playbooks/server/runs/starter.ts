// The rights of runs that a run starts: the rights of the person who started the first run, or of the system if a
// trigger started it.
import { findSubject, systemPersonId } from "#areas/people/server/index.ts";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { PersonActor } from "#server/http/actor.ts";
import { ActionInvalid } from "../action-kind.ts";

/** Returns undefined for the system. Throws if the person is no longer active. */
export async function starterOf(
  { db }: Pick<System, "db">,
  createdBy: string | null,
): Promise<PersonActor | undefined> {
  if (createdBy === systemPersonId) return undefined;
  const found =
    createdBy === null
      ? undefined
      : await findSubject(db.system, createdBy).catch((error: unknown) => {
          if (error instanceof Problem && error.status === 404) return undefined;
          throw error;
        });
  if (!found?.isActive)
    throw new ActionInvalid("The person who started this run is no longer active, so it cannot use other playbooks.");
  return found.actor;
}
