// People and their roles are changed by commands that keep sign-in, sessions and rights in step; never row by row.
import { Problem } from "#language/problem.ts";
import type { WriteDoor, WriteDoors } from "#server/db/writes.ts";

const closed: WriteDoor = {
  parse: refuse,
  prepare: refuse,
};

function refuse(): never {
  throw new Problem("method_not_allowed", "People and roles cannot be changed through the data API.");
}

export const peopleWrites: WriteDoors = { people: closed, person_roles: closed };
