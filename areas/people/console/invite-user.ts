// The identity area's call, as far as this one knows it: areas meet over HTTP, not by import.
import { call } from "#language/call.ts";
import type { Role } from "#language/roles.ts";

interface Invite {
  params: undefined;
  query: undefined;
  body: { firstName: string; lastName: string; email: string; role: Role };
  answer: { payload: { link: string; is_mailed: boolean } };
}

/** Sent again to the same e-mail, it replaces the invitation that is open. */
export const inviteUser = call<Invite>("POST", "/api/auth/invite_user");
