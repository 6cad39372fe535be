// Calls the identity area over HTTP, because areas do not import each other.
import { text, urlState } from "#console/url/url-state.ts";
import { call } from "#language/call.ts";
import type { Role } from "#language/roles.ts";

interface Invite {
  params: undefined;
  query: undefined;
  body: { firstName: string; lastName: string; email: string; role: Role };
  answer: { payload: { link: string; is_mailed: boolean } };
}

/** A second invitation to the same email replaces the open invitation. */
export const inviteUser = call<Invite>("POST", "/api/auth/invite_user");

/** `invite` is "true" while the dialog that invites a user is open. */
export const inviteUrl = urlState({ invite: text() });
