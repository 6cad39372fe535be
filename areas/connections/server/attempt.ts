// Makes one attempt to connect. The error contains the host that could not be reached.
import { noting } from "#server/outbound/places.ts";
import type { ConnectionType, Trial } from "./connection/connection-type.ts";
import { failureOf } from "./connection/failure.ts";
import type { OpenConnection } from "./connection/open-connection.ts";

/** Returns a description of the server; throws a `ConnectionFailure`. */
export async function attempt(type: ConnectionType, connection: OpenConnection, trial: Trial): Promise<string> {
  const { outbound, whereOf } = noting(trial.outbound);
  try {
    return await type.test!(connection, { ...trial, outbound });
  } catch (error) {
    throw failureOf(error).at(whereOf(error));
  }
}
