// What a check asks our own database: when that is away, nothing is known of what is checked.
import { isConnectionLost } from "#server/db/failures.ts";
import { CouldNotCheck } from "../check-kind.ts";

export async function fromOurs<Found>(look: () => Promise<Found>): Promise<Found> {
  try {
    return await look();
  } catch (error) {
    if (isConnectionLost(error)) throw new CouldNotCheck("The database of Quarterdeck is not there.");
    throw error;
  }
}
