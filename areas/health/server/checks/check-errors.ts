// Translates errors that are not failures of the target of a check.
import { isConnectionLost } from "#server/db/failures.ts";
import { ExecRefused } from "#server/exec/run-command.ts";
import { RequestInvalid } from "#areas/connections/server/index.ts";
import { CheckInvalid, CouldNotCheck } from "../check-kind.ts";

/** Translates errors of an invalid spec: they are a fault of the check. */
export async function asSpecFault<Value>(operation: Promise<Value>): Promise<Value> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof RequestInvalid) throw new CheckInvalid(error.message);
    if (!(error instanceof ExecRefused)) throw error;
    throw error.cause === undefined ? new CheckInvalid(error.message) : new CouldNotCheck(error.message);
  }
}

/**
 * Reads Quarterdeck's own database for a check. While the database is unavailable, nothing is known about the target.
 */
export async function fromOwnDatabase<Found>(look: () => Promise<Found>): Promise<Found> {
  try {
    return await look();
  } catch (error) {
    if (isConnectionLost(error)) throw new CouldNotCheck("Quarterdeck's database is not available.");
    throw error;
  }
}
