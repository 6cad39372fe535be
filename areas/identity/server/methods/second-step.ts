// Shared by the methods of the second step: charges an attempt, and builds the code field that most of these methods
// have.
import type { FlowMessage } from "#language/columns.ts";
import { recordRefusal } from "../accounts.ts";
import { chargeSecondStep, refundSecondStep } from "../throttle.ts";
import { messages } from "../flows/messages.ts";
import { refuseFields, type AttemptContext, type AttemptResult } from "./method.ts";

/** The result of a valid code. */
export type RightCode = Pick<Extract<AttemptResult, { status: "passed" }>, "stillHolds" | "refusal">;

export async function attemptCode(
  field: string,
  submitted: Readonly<Record<string, unknown>>,
  context: AttemptContext,
  check: (personId: string, code: string) => Promise<RightCode | FlowMessage>,
): Promise<AttemptResult> {
  const { person_id: personId } = context.flow;
  const value = submitted[field];
  const code = typeof value === "string" ? value.slice(0, 100) : "";
  if (code.trim() === "" || personId === null)
    return refuseFields({ [field]: { messages: [messages.missing(field)] } });
  const result = await trySecondStep(context, personId, () => check(personId, code));
  return "text" in result ? refuseFields({ [field]: { messages: [result] } }) : result;
}

/** Charges and checks an attempt at a second step; returns the error message if it fails. */
export async function trySecondStep(
  { db, origin, signedIn }: AttemptContext,
  personId: string,
  check: () => Promise<RightCode | FlowMessage>,
): Promise<Extract<AttemptResult, { status: "passed" }> | FlowMessage> {
  // Known devices have no separate allowance here, because a person with the password could register any number of
  // devices.
  const attempt = { address: origin.address, personId };
  await chargeSecondStep(db, attempt);
  const checked = await check();
  if ("stillHolds" in checked) {
    await refundSecondStep(db, attempt);
    return { status: "passed", personId, account: undefined, ...checked };
  }
  await recordRefusal(db, origin, signedIn);
  return checked;
}
