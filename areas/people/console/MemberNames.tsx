import { useQuery } from "@tanstack/react-query";
import { memberNames } from "./team-members.ts";

interface MemberNamesProps {
  team: string;
  /** The names that are shown until all are loaded. */
  first: readonly string[];
}

/** The names of all members of a team. One request loads them for all teams of a list. */
export function MemberNames({ team, first }: MemberNamesProps) {
  const { data } = useQuery(memberNames);
  const words = (data?.get(team) ?? first).join(", ");
  return (
    <span title={words} className="min-w-0 truncate text-muted">
      {words}
    </span>
  );
}
