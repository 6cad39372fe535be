// Cleans up the job history and the change log. The pages of this area read views and need no server code.
import type { ServerArea } from "#server/area.ts";
import { pruneArtifacts } from "#server/artifacts/prune-job.ts";
import { pruneChanges, retainHistory } from "./upkeep.ts";

export const jobs: ServerArea = { name: "jobs", jobs: [retainHistory, pruneChanges, pruneArtifacts] };
