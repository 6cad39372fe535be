// Stores a responder. Clients of the documented API send the type "system" and the key in the properties; the console
// does the same.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { track } from "#console/analytics.ts";
import { http } from "#console/client/http.ts";
import type { Json } from "#language/columns.ts";
import { clientsOf, type TeamClient } from "./responder-forms.ts";

export interface NewResponder {
  incident_id: string;
  created_by: string;
  kind: "team" | "person" | "system";
  teamId: string | undefined;
  personId: string | undefined;
  /** The external system; if undefined, the person or the team itself is added. */
  client: TeamClient | undefined;
  properties: Readonly<Record<string, string>> | undefined;
}

export async function addResponder(responder: NewResponder): Promise<void> {
  const { incident_id, created_by, kind, teamId, personId, client, properties } = responder;
  const responderType = kind === "person" ? "person" : (client?.type ?? "team");
  await http("POST", "/api/db/responders", {
    body: {
      type: kind === "person" ? "person" : "system",
      incident_id,
      created_by,
      ...(kind === "team" && { team_id: teamId }),
      ...(kind === "person" && { person_id: personId }),
      properties: { responderType, ...client?.values, ...properties },
    },
  });
  track("AddedResponderToIncident");
}

const teamSpec = (id: string | undefined) =>
  queryOptions({
    queryKey: ["teams", "responder clients", id ?? ""],
    queryFn: async ({ signal }) => {
      const found = await http<{ spec: Json }[]>("GET", "/api/db/teams", {
        query: { id: `eq.${id}`, select: "spec" },
        signal,
      });
      return clientsOf(found[0]?.spec);
    },
    enabled: id !== undefined,
  });

/** The external systems of a team. */
export const useTeamClients = (teamId: string | undefined) => useQuery(teamSpec(teamId));
