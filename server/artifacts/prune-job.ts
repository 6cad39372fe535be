import { defineJob } from "../jobs/definition.ts";

/** Removes artifacts that expired, were deleted, or were left unfinished by a killed process. */
export const pruneArtifacts = defineJob({
  name: "artifacts.prune",
  title: "Cleanup artifacts",
  schedule: { everySeconds: 60 * 60 },
  history: "few",
  async run({ system, success }) {
    success(await system.artifacts.prune());
  },
});
