// The identity behind a request. Each request has exactly one Actor; routes, the data API and jobs pass it to the
// policy.
import type { Labels, ObjectSelector } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import type { Role } from "#language/roles.ts";
import type { RowKind } from "../db/row-kinds.ts";

/** A rule that extends or limits the rights of the roles; `deny` wins. */
export interface PermissionRule {
  id?: string;
  subject: string;
  /** A resource, an object that covers several resources (language/permissions.ts), or `*`. */
  object: string;
  /** One action, or several separated by commas. */
  action: string;
  deny?: boolean;
  /** The end of validity. */
  until?: string;
  /** Limits the rule to this row. */
  row?: { kind: RowKind; id: string };
  /** Limits the rule to the rows that these selectors match, by kind. */
  selector?: ObjectSelector;
  /** Limits the rule to rows from these agents (ids). */
  agents?: readonly string[];
  /** Limits the rule to rows that have these tags. */
  tags?: Labels;
}

interface Identity {
  id: string;
  name: string;
  email: string | null;
  avatar: string | null;
  roles: readonly Role[];
  rules: readonly PermissionRule[];
  /** Guests can see only rows that a rule selects, in tables where rules can select rows (`rls.enable`). */
  limitsGuests?: boolean;
}

/**
 * A person with a session, or with a password in every request (basic authentication), in which case session is null.
 */
export interface PersonActor extends Identity {
  kind: "person";
  session: null | {
    id: string;
    aal: "aal1" | "aal2";
    authenticatedAt: string;
    /**
     * The person has a second factor but has not used it yet. The session can only be used to complete the second step.
     */
    needsSecondFactor?: boolean;
  };
}

/** A person's access token. It never has more rights than its owner. */
export interface TokenActor extends Identity {
  kind: "token";
  token: {
    id: string;
    name: string;
    /** The token can read everything that its owner can read, but cannot change anything. */
    isReadOnly?: boolean;
  };
}

/** The server itself: jobs and start-up. It has every right and is never created from a request. */
export interface SystemActor {
  kind: "system";
}

export type Actor = PersonActor | TokenActor | SystemActor;

export const systemActor: SystemActor = { kind: "system" };

export const isReadOnly = (actor: Actor | null) => actor?.kind === "token" && actor.token.isReadOnly === true;

/** Returns the actor's name for logs and audit rows. */
export const actorName = (actor: Actor) => (actor.kind === "system" ? "system" : `${actor.kind}:${actor.id}`);

/** Returns the person or token of a request; the system itself never sends requests. */
export function someone(actor: Actor) {
  if (actor.kind === "system") throw problem.unauthorized();
  return actor;
}

/** The origin of a request, for the audit log. */
export interface Origin {
  address: string;
  userAgent: string;
  requestId: string;
}
