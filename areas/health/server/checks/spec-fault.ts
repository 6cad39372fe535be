// Translates errors of a spec that cannot work: they are a fault of the check and say nothing about the target.
import { ExecRefused } from "#server/exec/run-command.ts";
import { RequestInvalid } from "#areas/connections/server/index.ts";
import { CheckInvalid, CouldNotCheck } from "../check-kind.ts";

export async function asSpecFault<Value>(operation: Promise<Value>): Promise<Value> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof RequestInvalid) throw new CheckInvalid(error.message);
    if (!(error instanceof ExecRefused)) throw error;
    throw error.cause === undefined ? new CheckInvalid(error.message) : new CouldNotCheck(error.message);
  }
}
