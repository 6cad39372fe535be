import { DonePanel } from "../done/DonePanel.tsx";
import type { IncidentEvidence } from "../../contract/model.ts";
import type { IncidentStatus } from "../parts/incident-words.ts";
import { RespondersPanel } from "../responders/RespondersPanel.tsx";
import { ChangelogPanel } from "./ChangelogPanel.tsx";
import { DetailsPanel } from "./DetailsPanel.tsx";
import type { Incident } from "../parts/incident-query.ts";

interface IncidentPanelsProps {
  incident: Incident;
  states: ReadonlyMap<string, IncidentEvidence>;
  chooseStatus: (status: IncidentStatus) => void;
  isFetching: boolean;
  refresh: () => void;
}

/** The panels at the side of an incident. */
export const IncidentPanels = ({ incident, states, chooseStatus, isFetching, refresh }: IncidentPanelsProps) => (
  <>
    <DetailsPanel incident={incident} chooseStatus={chooseStatus} />
    <RespondersPanel incident={incident} />
    <DonePanel incident={incident} states={states} isFetching={isFetching} refresh={refresh} />
    <ChangelogPanel id={incident.id} />
  </>
);
