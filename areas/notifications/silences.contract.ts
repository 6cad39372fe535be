// The HTTP calls for silences. The data API edits, ends and deletes them (`notification_silences`).
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./silences.contract.schema.ts";

/** Creates a silence. */
export const createSilence = call<Shape<typeof schema.createSilence>>("POST", "/api/notification/silence");

/**
 * Returns the messages of the last 15 days that a silence would have hidden. The header Content-Range contains the
 * total number of messages, with the repeats that a row counts, or `*` if not all messages were compared.
 */
export const previewSilence = call<Shape<typeof schema.previewSilence>>("GET", "/api/notification/silence_preview");

/** Returns the silences in force that hid no message for 14 days. */
export const unmatchedSilences = call<Shape<typeof schema.unmatchedSilences>>(
  "GET",
  "/api/notification/silences/unmatched",
);

export type PreviewedMessage = Shape<typeof schema.previewSilence>["answer"][number];
export type UnmatchedSilence = Shape<typeof schema.unmatchedSilences>["answer"][number];
