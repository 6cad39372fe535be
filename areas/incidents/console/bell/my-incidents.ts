// The open incidents that concern this person.
import { useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { myIncidents } from "../../contract/model.ts";

const mine = { ...callOptions(myIncidents, {}), staleTime: 60_000 };

const FOLLOWED = { relations: ["incidents", "responders", "comments"], everyMs: 2000 };

/** Empty until the incidents are loaded. */
export function useMyIncidents() {
  const found = useQuery(mine);
  useFollowed(found, FOLLOWED);
  return found.data ?? [];
}
