// The names of the items that created rows: a row stores only the id of its creator.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";
import { isId } from "./resource-client.ts";
import { agentNames } from "./agent-names.ts";
import { originOf, type ListedResource, type ResourceRow } from "./resource-row.ts";

type OriginRow = Pick<ResourceRow, "id" | "name" | "namespace" | "source" | "agent_id"> &
  Partial<Pick<ListedResource, "agent">>;

const configNames = (ids: readonly string[]) =>
  rows(["configs", "names", ids.join()], () => db.from("configs").select("id,name").in("id", ids), {
    of: ["config_items"],
  });

const componentNames = (ids: readonly string[]) =>
  rows(["components", "names", ids.join()], () => db.from("components").select("id,name").in("id", ids));

/** Names by id, for the items that the person can see. */
export function useOriginNames(created: readonly OriginRow[]): ReadonlyMap<string, string> {
  const ids = useMemo(() => unnamedOrigins(created), [created]);
  const configs = useQuery({ ...configNames(ids.config), enabled: ids.config.length > 0, retry: false }).data;
  const components = useQuery({
    ...componentNames(ids.component),
    enabled: ids.component.length > 0,
    retry: false,
  }).data;
  const agents = useQuery({ ...agentNames(useMemo(() => unnamedAgents(created), [created])), retry: false }).data;
  return useMemo(
    () =>
      new Map([...(configs ?? []), ...(components ?? []), ...(agents ?? [])].map(({ id, name }) => [id, name ?? id])),
    [configs, components, agents],
  );
}

/** The ids of the creators whose name is not known, by kind. */
export function unnamedOrigins(created: readonly OriginRow[]) {
  const links = created.flatMap((row) => originOf(row)?.link ?? []);
  const idsOf = (kind: string) =>
    [
      ...new Set(
        links.filter((link) => link.kind === kind && link.name === undefined && isId(link.id)).map(({ id }) => id),
      ),
    ].sort();
  return { config: idsOf("config"), component: idsOf("component") };
}

/** Rows of a list contain the name of their agent; the row of an editor does not. */
function unnamedAgents(created: readonly OriginRow[]): string[] {
  const links = created.filter(({ agent }) => !agent).flatMap((row) => originOf(row)?.link ?? []);
  return [...new Set(links.filter(({ kind }) => kind === "agent").map(({ id }) => id))].sort();
}
