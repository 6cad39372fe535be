// Who is asking. Every request carries exactly one Actor; routes, the data API and the jobs ask the policy about it.
import type { Labels, ObjectSelector } from "#language/columns.ts";
import type { Role } from "#language/roles.ts";
import type { RowKind } from "../db/row-scopes.ts";

/** A rule that widens or narrows what the roles grant; `deny` wins. */
export interface PermissionRule {
  id?: string;
  subject: string;
  /** A resource, an object that stands for some (language/permissions.ts), or `*`. */
  object: string;
  /** One or several by comma. */
  action: string;
  deny?: boolean;
  /** When it ends. */
  until?: string;
  /** Only this one thing. */
  row?: { kind: RowKind; id: string };
  /** Only what these select, by kind. */
  selector?: ObjectSelector;
  /** Only what these agents brought, by id. */
  agents?: readonly string[];
  /** Only what carries these. */
  tags?: Labels;
}

interface Someone {
  id: string;
  name: string;
  email: string | null;
  avatar: string | null;
  roles: readonly Role[];
  rules: readonly PermissionRule[];
  /** Whether the role of a guest shows only what rules name, where rules can name single things (`rls.enable`). */
  limitsGuests?: boolean;
}

/** A person: in a session, or with the password in every request (basic authentication), which has none. */
export interface PersonActor extends Someone {
  kind: "person";
  session: null | {
    id: string;
    aal: "aal1" | "aal2";
    authenticatedAt: string;
    /** The person has a second factor and has not shown it: good for nothing but to show it. */
    needsSecondFactor?: boolean;
  };
}

/** A person's access token: it acts with its owner's rights at most. */
export interface TokenActor extends Someone {
  kind: "token";
  token: {
    id: string;
    name: string;
    /** It reads what its owner may read, and changes nothing. */
    isReadOnly?: boolean;
  };
}

/** The product itself: jobs and start-up. It may do everything and is never made from a request. */
export interface SystemActor {
  kind: "system";
}

export type Actor = PersonActor | TokenActor | SystemActor;

export const systemActor: SystemActor = { kind: "system" };

export const isReadOnly = (actor: Actor | null) => actor?.kind === "token" && actor.token.isReadOnly === true;

/** How logs and audit rows name the actor. */
export const actorName = (actor: Actor) => (actor.kind === "system" ? "system" : `${actor.kind}:${actor.id}`);
