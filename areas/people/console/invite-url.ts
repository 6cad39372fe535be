import { text, urlState } from "#console/url/url-state.ts";

/** `invite` is "true" while the dialog that invites a user is open. */
export const inviteUrl = urlState({ invite: text() });
