// The component of the page, now or at an earlier time. The filters of the page apply only to its descendants.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { useUrl } from "#console/url/url-state.ts";
import { topology } from "../../contract.ts";
import { topologyUrl } from "../dashboard/topology-url.ts";

const LIVE: readonly string[] = ["components"];
/** The past does not change. */
const NOTHING: readonly string[] = [];

export function useComponent(id: string) {
  const [{ at }] = useUrl(topologyUrl);
  const found = useQuery({
    ...callOptions(topology, { query: { id, depth: "0", ...(at !== "" && { at }) } }),
    placeholderData: keepPreviousData,
  });
  useFollowed(found, { relations: at === "" ? LIVE : NOTHING });
  return { found, component: found.data?.components[0] };
}
