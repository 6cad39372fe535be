// Incidents and their rules, playbooks and their runs.
import { type Screen, screen } from "../screen.ts";

export const incidentScreens: readonly Screen[] = [
  screen("incidents", "/incidents", "List of incidents (open)"),
  screen("incidents-board", "/incidents/board", "Incidents as a board"),
  screen("incident-figures", "/incidents/figures", "Figures of incidents by month"),
  screen("incident", "/incidents/{id}", "Page of an incident: action plan with hypotheses and evidence", {
    row: "openIncident",
  }),
  screen("incident-comments", "/incidents/{id}?tab=comments", "Incident: comments", { row: "openIncident" }),
  screen("incident-postmortem", "/incidents/{id}?tab=postmortem", "Closed incident: draft of the post-mortem", {
    row: "closedIncident",
  }),
  screen("incident-rules", "/settings/incident_rules", "List of incident rules"),
  screen("incident-rule-editor", "/settings/incident_rules/{id}", "Editor of an incident rule (form)", {
    row: "incidentRule",
  }),
  screen("playbooks", "/playbooks", "Playbooks as cards"),
  screen("playbook", "/playbooks/{id}", "Page of a playbook with its runs", { row: "playbook" }),
  screen("playbook-start", "/playbooks?run={id}", "Dialog that starts a playbook (before an item is chosen)", {
    row: "playbook",
  }),
  screen("playbook-runs", "/playbooks/runs", "List of all runs"),
  screen("playbook-run", "/playbooks/runs/{id}", "Completed run with the output of an action", {
    row: "completedRun",
    async act({ page }) {
      await page
        .getByRole("button", { name: /Wait until healthy/ })
        .first()
        .click();
    },
  }),
  screen("playbook-run-failed", "/playbooks/runs/{id}", "Failed run", { row: "failedRun" }),
  screen("playbook-run-approval", "/playbooks/runs/{id}", "Run that waits for approval", { row: "waitingRun" }),
  screen("playbook-editor", "/settings/playbooks/{id}", "Editor of a playbook (form)", { row: "playbook" }),
];
