// The jobs of the automation. They catch changes that depend on the time or were missed, and provide the history that
// the settings show.
import { defineJob } from "#server/jobs/definition.ts";
import { settleDone } from "../done/settle.ts";
import { endIncidents } from "./ends.ts";
import { applyRules, rulesHistoryName } from "./engine.ts";
import { loadRules } from "./rule.ts";

const everySeconds = 300;
const anyProcess = async () => {};

export const evaluateEvidence = defineJob({
  name: "evaluate-evidence",
  title: "Evaluate Evidence",
  schedule: { everySeconds, ifRowsIn: "evidences" },
  history: "few",
  async run({ system, success, report, stop }) {
    if (!(await system.features.isEnabled("incidents"))) return stop("The feature incidents is switched off.");
    const { evaluated, resolved, reopened } = await settleDone(system);
    success(evaluated);
    report({ summary: { evaluated, resolved, reopened } });
  },
});

export const incidentRules = defineJob({
  name: "incident-rules",
  title: rulesHistoryName,
  schedule: { everySeconds, ifRowsIn: "incident_rules" },
  history: "few",
  async run({ system, success, fail, stop }) {
    if (!(await system.features.isEnabled("incidents"))) return stop("The feature incidents is switched off.");
    const { rules, faults } = await loadRules(system.db.system);
    for (const { message } of faults) fail(message);
    await applyRules(system, { rules, among: "all", requireLead: anyProcess, recordsAll: true });
    await endIncidents(system, rules, anyProcess);
    success(rules.length);
  },
});
