// The names of agents, for filters that contain their ids.
import { db, rows } from "#console/client/rows.ts";

export const agentNames = (ids: readonly string[]) => ({
  ...rows(["agents", "names of", ids.join()], () => db.from("agents").select("id,name").in("id", ids)),
  enabled: ids.length > 0,
});
