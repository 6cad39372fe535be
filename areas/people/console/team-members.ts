// Members of a team, and people who can be added. Both lists are complete, because teams and installations are small.
import { db, rows } from "#console/client/rows.ts";

export interface Member {
  id: string;
  name: string;
  email: string | null;
  avatar: string | null;
}

interface Membership {
  person: Member & { deleted_at: string | null };
  source: string;
}

const columns = "id,name,email,avatar";

export const membersOf = (team: string) =>
  rows<Membership>(
    ["team_members", team],
    () =>
      db
        .from("team_members")
        .select(`source,person:people!team_members_person_id_fkey!inner(${columns},deleted_at)`)
        .eq("team_id", team)
        .is("person.deleted_at", null),
    { of: ["people"] },
  );

interface NamedMembership {
  team_id: string;
  person: { name: string; deleted_at: string | null };
}

/** The names of the members of each team, sorted. */
export const memberNames = {
  ...rows<NamedMembership>(
    ["team_members", "names"],
    () =>
      db
        .from("team_members")
        .select("team_id,person:people!team_members_person_id_fkey!inner(name,deleted_at)")
        .is("person.deleted_at", null),
    { of: ["people"] },
  ),
  select: namesByTeam,
};

function namesByTeam(members: readonly NamedMembership[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...Map.groupBy(members, ({ team_id: team }) => team)].map(([team, of]) => [
      team,
      of.map(({ person }) => person.name).sort((a, b) => a.localeCompare(b, "en")),
    ]),
  );
}

/** Excludes programs, which also have rows in `people`. */
export const allPeople = rows<Member>(["people", "choosable"], () =>
  db.from("people").select(columns).is("type", null).is("deleted_at", null).order("name"),
);

export async function addMembers(team: string, people: readonly Member[]): Promise<void> {
  await db
    .from("team_members")
    .upsert(
      people.map(({ id }) => ({ team_id: team, person_id: id })),
      { onConflict: "team_id,person_id", ignoreDuplicates: true },
    )
    .throwOnError();
}

export async function removeMember(team: string, person: string): Promise<void> {
  await db.from("team_members").delete().eq("team_id", team).eq("person_id", person).throwOnError();
}
