// Cleans up the job history, the change log and the artifacts. The pages of this area read views and need no server
// code.
import type { ServerArea } from "#server/area.ts";
import { pruneArtifacts, pruneChanges, retainHistory } from "./upkeep.ts";

export const jobs: ServerArea = { name: "jobs", jobs: [retainHistory, pruneChanges, pruneArtifacts] };
