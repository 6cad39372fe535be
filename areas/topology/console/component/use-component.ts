// The component of the page, with its children, now or at an earlier time.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { hiddenComponentsUrl } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { useUrl } from "#console/url/url-state.ts";
import { topology } from "../../contract.ts";
import { componentUrl } from "./component-url.ts";

/** The children, and their children for the lines of their cards. */
const DEPTH = "2";

const LIVE: readonly string[] = ["components", "component_relationships", "team_components"];
/** The past does not change. */
const NOTHING: readonly string[] = [];

export function useComponent(id: string) {
  const [{ status, at }] = useUrl(componentUrl);
  const [{ showHiddenComponents }] = useUrl(hiddenComponentsUrl);
  const found = useQuery({
    ...callOptions(topology, {
      query: {
        id,
        depth: DEPTH,
        sortBy: "status",
        sortOrder: "desc",
        ...(status !== "" && { status }),
        ...(at !== "" && { at }),
        ...(!showHiddenComponents && { hidden: "false" as const }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  useFollowed(found, { relations: at === "" ? LIVE : NOTHING });
  return { found, component: found.data?.components.find((one) => one.id === id) };
}
