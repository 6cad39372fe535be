import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { callOptions } from "#console/client/call.ts";
import { preference, usePreference } from "#console/preference.ts";
import { isId } from "#console/resources/resource-client.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { useFollowed } from "#console/shell/use-followed.ts";
import { Drawer } from "#console/widgets/dialog/Drawer.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { DetailSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { incidentEvidence } from "../../contract/model.ts";
import { INCIDENTS } from "../parts/incident-path.ts";
import { EvidenceStrip } from "./EvidenceStrip.tsx";
import { IncidentHead } from "./IncidentHead.tsx";
import { IncidentPanels } from "./IncidentPanels.tsx";
import { IncidentTabs } from "./IncidentTabs.tsx";
import { type Incident, oneIncident } from "../parts/incident-query.ts";
import { useStatus } from "./use-status.tsx";

const PARENTS = [{ title: "Incidents", href: INCIDENTS }];

/** The page of an incident: its plan, comments and timeline, with its details at the side. */
export function IncidentPage() {
  const { id = "" } = useParams({ strict: false });
  // The key resets the page state when another incident is opened.
  return isId(id) ? <Shown key={id} id={id.toLowerCase()} /> : <Missing />;
}

function Shown({ id }: { id: string }) {
  const found = useQuery(oneIncident(id));
  const incident = found.data;
  if (incident === null) return <Missing />;
  return (
    <Page
      title={incident?.incident_id ?? "Incident"}
      windowTitle={incident ? `Incident - ${incident.title}` : "Incident"}
      parents={PARENTS}
      refresh={found}
    >
      {incident ? (
        <Body incident={incident} isFetching={found.isFetching} refresh={() => void found.refetch()} />
      ) : (
        <div className="p-4">
          <DetailSkeleton label="the incident" />
        </div>
      )}
    </Page>
  );
}

/** Whether the panels are shown on a wide screen. */
const sidebar = preference(
  "incident_sidebar",
  (stored) => stored !== "closed",
  (isOpen) => (isOpen ? "open" : "closed"),
);

const FOLLOWED = {
  relations: ["evidences", "checks", "components", "config_items", "config_changes", "config_analysis"],
  everyMs: 2000,
};

interface BodyProps {
  incident: Incident;
  isFetching: boolean;
  refresh: () => void;
}

function Body({ incident, isFetching, refresh }: BodyProps) {
  const isWide = useMedia("(width >= 64rem)");
  const isPinned = usePreference(sidebar);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const status = useStatus(incident);
  const evidence = useQuery({ ...callOptions(incidentEvidence, { params: { id: incident.id } }), retry: false });
  useFollowed(evidence, FOLLOWED);
  const states = useMemo(() => new Map((evidence.data ?? []).map((state) => [state.id, state])), [evidence.data]);
  const isSidebarOpen = isWide && isPinned;
  const panels = (
    <IncidentPanels incident={incident} states={states} chooseStatus={status.choose} {...{ isFetching, refresh }} />
  );
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <IncidentHead
          incident={incident}
          chooseStatus={status.choose}
          toggle={
            <IconButton
              icon={isSidebarOpen ? "panel-right-close" : "panel-right-open"}
              label={isSidebarOpen ? "Hide details" : "Show details"}
              aria-expanded={isWide ? isSidebarOpen : isDrawerOpen}
              onClick={() => (isWide ? sidebar.set(!isPinned) : setDrawerOpen(true))}
            />
          }
        />
        <EvidenceStrip incident={incident} states={states} />
        <IncidentTabs incident={incident} states={states} />
      </div>
      {isSidebarOpen && (
        <aside
          aria-label="Details"
          className="w-80 shrink-0 overflow-y-auto border-l border-line bg-surface min-[96rem]:w-96"
        >
          {panels}
        </aside>
      )}
      {!isWide && (
        <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} title={incident.incident_id}>
          <div className="-mx-4 -mt-4">{panels}</div>
        </Drawer>
      )}
      {status.dialog}
    </div>
  );
}

const Missing = () => (
  <Page title="Incident" parents={PARENTS}>
    <Notice
      title="Incident not found"
      icon="siren"
      action={
        <Link to={INCIDENTS} className="text-link hover:underline">
          Back to all incidents
        </Link>
      }
    >
      The incident does not exist, or you do not have permission to see it.
    </Notice>
  </Page>
);
