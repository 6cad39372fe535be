// The upkeep of what jobs and changes leave behind. Their pages and rows need no code here: they are views.
import type { ServerArea } from "#server/area.ts";
import { pruneArtifacts } from "#server/artifacts/prune-job.ts";
import { pruneChanges, retainHistory } from "./upkeep.ts";

export const jobs: ServerArea = { name: "jobs", jobs: [retainHistory, pruneChanges, pruneArtifacts] };
