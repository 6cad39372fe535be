// The people and teams that have to approve runs of a playbook.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { PlaybookSpec } from "../spec.ts";

export const approversIn = ({ approval }: Pick<PlaybookSpec, "approval">) => ({
  type: approval?.type ?? "all",
  people: approval?.approvers?.people ?? [],
  teams: approval?.approvers?.teams ?? [],
});

export function needsApproval(spec: Pick<PlaybookSpec, "approval">): boolean {
  const { people, teams } = approversIn(spec);
  return people.length + teams.length > 0;
}

/** The approval that a person can give: personally, or for the listed teams that they belong to. */
export interface Approvable {
  personId: string | null;
  teamIds: readonly string[];
}

export async function approvableBy(
  db: Kysely<DB>,
  spec: Pick<PlaybookSpec, "approval">,
  person: { id: string; email: string | null },
): Promise<Approvable> {
  const { people, teams } = approversIn(spec);
  const email = person.email?.toLowerCase();
  const isListed = email !== undefined && people.some((listed) => listed.trim().toLowerCase() === email);
  const { rows } = await sql<{ id: string }>`
    select t.id
    from   teams t
    join   team_members m on m.team_id = t.id
    where  m.person_id = ${person.id} and t.name = any (${teams}) and t.deleted_at is null
    order  by t.name`.execute(db);
  return { personId: isListed ? person.id : null, teamIds: rows.map(({ id }) => id) };
}

/** Whether the valid approvals are sufficient. */
export async function isApproved(
  db: Kysely<DB>,
  spec: Pick<PlaybookSpec, "approval">,
  runId: string,
): Promise<boolean> {
  const { type, people, teams } = approversIn(spec);
  if (people.length + teams.length === 0) return true;
  const { rows } = await sql<{ email: string | null; team: string | null }>`
    select lower(p.email) as email, t.name as team
    from   playbook_approvals a
    left   join people p on p.id = a.person_id
    left   join teams t on t.id = a.team_id
    where  a.run_id = ${runId} and a.voided_at is null`.execute(db);
  const decisions = [
    ...people.map((email) => rows.some((row) => row.email === email.trim().toLowerCase())),
    ...teams.map((name) => rows.some((row) => row.team === name)),
  ];
  return type === "any" ? decisions.some(Boolean) : decisions.every(Boolean);
}
