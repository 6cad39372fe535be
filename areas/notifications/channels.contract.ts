// HTTP calls that test channels.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./channels.contract.schema.ts";

/**
 * Sends a test message to a connection, or to the recipients of a saved or unsaved rule. Requires the right to change
 * the tested connection or rule. The response reports a failed delivery.
 */
export const sendTest = call<Shape<typeof schema.sendTest>>("POST", "/api/notification/test");

export type TestRequest = Shape<typeof schema.sendTest>["body"];
export type TestDelivery = Shape<typeof schema.sendTest>["answer"]["deliveries"][number];

/** One request and its response, with *** in place of secrets. */
export type TestExchange = TestDelivery["exchanges"][number];
