// Reads our own database for a check. While the database is unavailable, nothing is known about the target.
import { isConnectionLost } from "#server/db/failures.ts";
import { CouldNotCheck } from "../check-kind.ts";

export async function fromOwnDatabase<Found>(look: () => Promise<Found>): Promise<Found> {
  try {
    return await look();
  } catch (error) {
    if (isConnectionLost(error)) throw new CouldNotCheck("The database of Quarterdeck is not available.");
    throw error;
  }
}
