// What the second steps have in common: one field with a code, at the price of an attempt.
import type { FlowMessage } from "#language/columns.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import { systemActor } from "#server/http/actor.ts";
import { chargeSecondStep, refundSecondStep } from "../throttle.ts";
import { messages } from "../flows/messages.ts";
import { refuseFields, type AttemptContext, type AttemptResult } from "./method.ts";

/** What a right code leads to. */
export type RightCode = Pick<Extract<AttemptResult, { status: "passed" }>, "stillHolds" | "refusal">;

export async function attemptCode(
  field: string,
  submitted: Readonly<Record<string, unknown>>,
  { db, flow: { person_id: personId }, origin }: AttemptContext,
  check: (personId: string, code: string) => Promise<RightCode | FlowMessage>,
): Promise<AttemptResult> {
  const given = submitted[field];
  const code = typeof given === "string" ? given.slice(0, 100) : "";
  if (code.trim() === "" || personId === null)
    return refuseFields({ [field]: { messages: [messages.missing(field)] } });
  // The device is not asked: whoever has the password could have as many known devices as he likes.
  const attempt = { address: origin.address, personId };
  await chargeSecondStep(db, attempt);
  const checked = await check(personId, code);
  if ("stillHolds" in checked) {
    await refundSecondStep(db, attempt);
    return { status: "passed", personId, account: undefined, ...checked };
  }
  await recordDeeds(db, { actor: systemActor, origin }, [
    { action: "sign_in_refused", resource_type: "sessions", person: { id: personId, name: null } },
  ]);
  return refuseFields({ [field]: { messages: [checked] } });
}
