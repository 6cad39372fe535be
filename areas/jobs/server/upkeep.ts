// Deletes old rows of the job history and of the change log, and old artifacts.
import { titleOf, defineJob } from "#server/jobs/definition.ts";
import { retain } from "#server/jobs/history.ts";
import { prune } from "#server/live/prune.ts";
import { daysKept } from "#server/retention.ts";

/** Retention of job runs. */
export const historyKept = { property: "job.history.retention.days", days: 30 };

export const retainHistory = defineJob({
  name: "history.retain",
  title: "Clean up job history",
  schedule: { everySeconds: 300 },
  history: "few",
  async run({ system, success, fail, signal }) {
    const days = await daysKept(system.db.system, historyKept, fail);
    const kept = Object.fromEntries(
      system.jobs.definitions.flatMap((job) => (job.history ? [[titleOf(job), job.history]] : [])),
    );
    success(await retain(system.db.system, { days, kept, signal }));
  },
});

export const pruneChanges = defineJob({
  name: "changes.prune",
  title: "Clean up changes",
  schedule: { everySeconds: 300 },
  history: "few",
  async run({ system, success }) {
    success(await prune(system.db.system));
  },
});

/** Removes artifacts that expired, were deleted, or were left unfinished by a killed process. */
export const pruneArtifacts = defineJob({
  name: "artifacts.prune",
  title: "Clean up artifacts",
  schedule: { everySeconds: 60 * 60 },
  history: "few",
  async run({ system, success }) {
    success(await system.artifacts.prune());
  },
});
