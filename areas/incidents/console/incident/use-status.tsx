// Changes the status of an incident. The statuses mitigated and resolved first ask which evidence must be done.
import { type ReactNode, useState } from "react";
import { changeIncident, useIncidentWrite } from "../parts/incident-writes.ts";
import type { IncidentStatus } from "../parts/incident-words.ts";
import { FactorsDialog } from "../done/FactorsDialog.tsx";
import type { Incident } from "../parts/incident-query.ts";

interface StatusChange {
  choose: (status: IncidentStatus) => void;
  /** The dialog, which the page must render. */
  dialog: ReactNode;
}

export function useStatus(incident: Incident): StatusChange {
  const write = useIncidentWrite();
  const [asked, setAsked] = useState<IncidentStatus>();
  const change = (status: IncidentStatus) =>
    write(() => changeIncident(incident.id, { status }), {
      done: "Incident status updated successfully",
      failed: "Incident status updated failed",
    });
  const choose = (status: IncidentStatus) => {
    if (status === incident.status) return;
    if (status === "mitigated" || status === "resolved") setAsked(status);
    else void change(status);
  };
  return {
    choose,
    dialog: (
      <FactorsDialog
        incident={incident}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        proceed={async () => {
          if (asked !== undefined) await change(asked);
          setAsked(undefined);
        }}
      />
    ),
  };
}
