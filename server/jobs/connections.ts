// The two connections of the worker itself. Runs may hold every connection of the system pool for any length of time.
// If the heartbeat had to wait for a connection, the jobs would count as abandoned and run a second time.
import { openOwnConnections, type OwnConnections } from "../db/own-connections.ts";
import type { Databases } from "../db/pool.ts";
import type { Log } from "../log.ts";

export type EngineConnections = OwnConnections;

export const openConnections = (databases: Databases, log: Log): EngineConnections =>
  openOwnConnections(databases, log, { name: "jobs", min: 2, max: 2 });
