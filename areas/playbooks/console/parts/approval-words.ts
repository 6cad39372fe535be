import type { ShownSpec } from "./playbooks-query.ts";

/** A sentence about the approvers of a playbook; undefined if a run needs no approval. */
export function approvalWords(spec: Pick<ShownSpec, "approval">): string | undefined {
  const names = approversOf(spec);
  if (names.length === 0) return undefined;
  const [last, ...others] = names.toReversed();
  const joint = spec.approval?.type === "any" ? "or" : "and";
  const list = others.length === 0 ? last : `${others.toReversed().join(", ")} ${joint} ${last}`;
  return `The run waits until ${list} ${names.length > 1 && joint === "and" ? "have" : "has"} approved it.`;
}

export function approversOf({ approval }: Pick<ShownSpec, "approval">): readonly string[] {
  const { people = [], teams = [] } = approval?.approvers ?? {};
  return [...people, ...teams.map((team) => `team ${team}`)];
}

/** Whether this person is listed, personally or as a member of a team. */
export function isApprover(
  { approval }: Pick<ShownSpec, "approval">,
  person: { email: string | null; teams: readonly string[] },
): boolean {
  const { people = [], teams = [] } = approval?.approvers ?? {};
  const email = person.email?.toLowerCase();
  return (
    people.some((listed) => listed.trim().toLowerCase() === email) || teams.some((team) => person.teams.includes(team))
  );
}
