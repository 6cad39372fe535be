import { useQuery } from "@tanstack/react-query";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { teamsOf, type TeamRow } from "../../parts/component-query.ts";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import { PanelRows } from "#console/widgets/side-panel/PanelRows.tsx";

/** The teams that are responsible for a component. */
export function TeamsPanel({ id }: { id: string }) {
  const found = useQuery({ ...teamsOf(id), select: distinctTeams });
  return (
    <SidePanel value="teams" title="Teams" icon="users" count={found.data?.length}>
      <PanelRows
        label="Teams"
        found={found}
        keyOf={(team) => team.id}
        renderRow={(team) => <ResourceLink kind="team" id={team.id} name={team.name} />}
      />
    </SidePanel>
  );
}

/** Lists each team once, by name, even if several selectors match the component. */
export function distinctTeams(rows: readonly TeamRow[]) {
  const teams = new Map(rows.flatMap(({ team }) => (team ? [[team.id, team] as const] : [])));
  return [...teams.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
}
