// Who is asking. Every request carries exactly one Actor; routes, the data API and the jobs ask the policy about it.
import type { Role } from "#language/roles.ts";

/** A rule that widens or narrows what the roles grant; `deny` wins. */
export interface PermissionRule {
  id?: string;
  subject: string;
  object: string;
  action: string;
  deny?: boolean;
}

interface Someone {
  id: string;
  name: string;
  email: string | null;
  avatar: string | null;
  roles: readonly Role[];
  rules: readonly PermissionRule[];
}

/** A person: in a session, or with the password in every request (basic authentication), which has none. */
export interface PersonActor extends Someone {
  kind: "person";
  session: null | { id: string; aal: "aal1" | "aal2"; authenticatedAt: string };
}

/** A person's access token: it acts with its owner's rights at most. */
export interface TokenActor extends Someone {
  kind: "token";
  token: { id: string; name: string };
}

/** The product itself: jobs and start-up. It may do everything and is never made from a request. */
export interface SystemActor {
  kind: "system";
}

export type Actor = PersonActor | TokenActor | SystemActor;

export const systemActor: SystemActor = { kind: "system" };

/** How logs and audit rows name the actor. */
export const actorName = (actor: Actor) => (actor.kind === "system" ? "system" : `${actor.kind}:${actor.id}`);
