// Cleans up the history of jobs and changes. Their pages are views and need no code here.
import type { ServerArea } from "#server/area.ts";
import { pruneArtifacts } from "#server/artifacts/prune-job.ts";
import { pruneChanges, retainHistory } from "./upkeep.ts";

export const jobs: ServerArea = { name: "jobs", jobs: [retainHistory, pruneChanges, pruneArtifacts] };
