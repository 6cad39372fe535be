import { playbookRunFilters } from "./runs-query.ts";
import { RunsTable } from "./RunsTable.tsx";

const OWN = ["resource"];

/** The Playbooks tab of a catalog item, which lists its playbook runs. */
export const RunsOfConfig = ({ id }: { id: string }) => (
  <RunsTable
    id="config.playbook-runs"
    filters={playbookRunFilters}
    of={{ kind: "config", id }}
    without={OWN}
    emptyDetail="No playbook has run for this item. Use the Playbooks button to run one."
  />
);
