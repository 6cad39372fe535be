// What cannot work as it is written is a fault of the check and says nothing about what is checked.
import { ExecRefused } from "#server/exec/run-command.ts";
import { RequestInvalid } from "../../../connections/server/index.ts";
import { CheckInvalid, CouldNotCheck } from "../check-kind.ts";

export async function blamed<Value>(asking: Promise<Value>): Promise<Value> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof RequestInvalid) throw new CheckInvalid(error.message);
    if (!(error instanceof ExecRefused)) throw error;
    throw error.cause === undefined ? new CheckInvalid(error.message) : new CouldNotCheck(error.message);
  }
}
