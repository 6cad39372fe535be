import { pruneAudit } from "#server/audit/audit.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { daysKept } from "#server/retention.ts";

export const auditKept = { property: "audit.retention.days", days: 365 };

export const retainAudit = defineJob({
  name: "audit.retain",
  title: "Clean up audit log",
  schedule: { everySeconds: 6 * 3600 },
  history: "few",
  async run({ system, success, fail, signal }) {
    const days = await daysKept(system.db.system, auditKept, fail);
    success(await pruneAudit(system.db.system, { days, signal }));
  },
});
