// The options in a responder form, from the selected instance in the catalog or else from the team's system.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { messageOf } from "#console/client/failure.ts";
import { responderChoices } from "../../contract/model.ts";
import { type Choices, choicesIn, type Instance } from "./instances.ts";
import type { TeamClient } from "./responder-forms.ts";

/** The external system in the team's own settings. */
export const TEAM_INSTANCE = "team";

interface ChoicesOf {
  client: TeamClient;
  teamId: string | undefined;
  instances: readonly Instance[];
  /** The chosen instance. */
  chosen: string | null | undefined;
  /** The chosen project or plan. */
  within: string | null | undefined;
}

interface FoundChoices {
  /** By the name of the field. */
  choices: Choices;
  isLoading: boolean;
  /** The reason why the external system returned no options. */
  failure: string | undefined;
}

const isAsked = (type: string) => type === "jira" || type === "ms_planner";

export function useChoices({ client, teamId, instances, chosen, within }: ChoicesOf): FoundChoices {
  const isOfTeam = isAsked(client.type) && teamId !== undefined && (chosen ?? TEAM_INSTANCE) === TEAM_INSTANCE;
  const asked = useQuery({
    ...callOptions(responderChoices, {
      query: {
        team_id: teamId ?? "",
        type: client.type === "ms_planner" ? "ms_planner" : "jira",
        ...(within && { within }),
      },
    }),
    enabled: isOfTeam,
    retry: false,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const own = teamId === undefined ? [] : [{ value: TEAM_INSTANCE, label: client.url ?? "The system of the team" }];
  const instance = instances.find(({ id }) => id === chosen);
  return {
    choices: {
      ...(instance ? choicesIn(instance.config) : isOfTeam && !asked.isError ? asked.data : {}),
      ...(isAsked(client.type) && {
        configType: [...own, ...instances.map(({ id, name }) => ({ value: id, label: name }))],
      }),
    },
    isLoading: isOfTeam && asked.isLoading,
    failure: isOfTeam && asked.isError ? messageOf(asked.error) : undefined,
  };
}
