import { useQuery } from "@tanstack/react-query";
import { memberNames } from "./team-members.ts";

interface MemberNamesProps {
  team: string;
  /** The names that are shown until all are loaded. */
  first: readonly string[];
}

/** As many names as fit in most lists; the others are counted and shown on hover. */
const MAX_NAMES = 6;

/** The names of the members of a team. One request loads them for all teams of a list. */
export function MemberNames({ team, first }: MemberNamesProps) {
  const { data } = useQuery(memberNames);
  const names = data?.get(team) ?? first;
  const more = names.length - MAX_NAMES;
  return (
    <span title={names.join(", ")} className="flex min-w-0 gap-1 text-muted">
      <span className="min-w-0 truncate">{names.slice(0, MAX_NAMES).join(", ")}</span>
      {more > 0 && <span className="shrink-0">+{more}</span>}
    </span>
  );
}
