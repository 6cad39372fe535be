// The call of the forms of responders.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./responders.schema.ts";

/** Returns the values that the system of a team offers for a new ticket. */
export const responderChoices = call<Shape<typeof schema.responderChoices>>("GET", "/api/incidents/responders/choices");

export type ResponderChoices = Shape<typeof schema.responderChoices>["answer"];
