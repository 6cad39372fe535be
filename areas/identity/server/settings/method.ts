// A settings method defines its part of the settings form and the changes that a submit makes.
import type { FlowMessage, FlowUi } from "#language/columns.ts";
import type { Deed } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Secrets } from "#server/secrets.ts";
import type { Identity, NodeGroup, UiNode } from "../../model.ts";
import type { CredentialType } from "../credentials.ts";
import type { Key } from "../keys/store.ts";
import type { RecoveryCode } from "../recovery-codes.ts";

/** Data that a form keeps between submits. */
export interface Pending {
  /** The secret of an authenticator app that is not confirmed yet. */
  totp: string;
  /** Recovery codes that are not confirmed yet. */
  codes?: readonly RecoveryCode[];
  /** Whether the recovery codes in use are to be shown. */
  reveals?: true;
}

export interface SettingsContext {
  secrets: Secrets;
  publicUrl: string;
  identity: Identity;
  /** The stored proofs of the person by credential type. */
  proofs: ReadonlyMap<CredentialType, string>;
  keys: readonly Key[];
  pending: Pending;
  /** The challenge for a new security key. */
  challenge: string;
  /** Returns the challenge once; undefined if another attempt used it up. Afterwards the form has a new challenge. */
  takeChallenge(): Promise<string | undefined>;
  /** The User-Agent header of the request. */
  userAgent: string;
  /** Other identity providers, and the ids of those that the person has linked. */
  providers: readonly { id: string; label: string }[];
  linked: ReadonlySet<string>;
}

export type Submitted = Readonly<Record<string, unknown>>;

export type Applied =
  | { status: "refused"; ui: FlowUi }
  /** Nothing was saved, but the form shows different content. */
  | { status: "shown"; pending: Pending }
  | {
      status: "saved";
      write(tx: Tx): Promise<void>;
      deed: Deed;
      pending?: Pending;
      /** Ends the other sessions, which have not proven the new credential. */
      endsOtherSessions?: true;
      /** The credential was just proven, so this session is upgraded to aal2. */
      lifts?: true;
      /** The form to show if another person already has the value. */
      taken?: FlowUi;
      /** A new email to confirm; the old address gets a notice. */
      email?: { from: string; to: string };
    };

export interface SettingsMethod {
  method: NodeGroup;
  /** Fields that identify a submit of this part without `method`: its buttons. */
  buttons: readonly string[];
  /** Whether the change requires a recent sign-in. */
  isSensitive(submitted: Submitted, context: SettingsContext): boolean;
  nodes(context: SettingsContext): UiNode[];
  apply(submitted: Submitted, context: SettingsContext): Promise<Applied>;
}

/**
 * Reads a field by its dotted name, which is nested in JSON and flat in a plain form. Zero bytes and lone surrogates
 * are replaced.
 */
export function fieldOf(submitted: Submitted, name: string): string {
  const nested = name
    .split(".")
    .reduce<unknown>(
      (part, step) => (typeof part === "object" && part !== null ? (part as Submitted)[step] : undefined),
      submitted,
    );
  const value = submitted[name] ?? nested;
  return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd").trim() : "";
}

/** Whether a button was pressed: true in JSON, "true" in a plain form. */
export const isPressed = (submitted: Submitted, name: string) => submitted[name] === true || submitted[name] === "true";

export const refuse = (fields: Readonly<Record<string, { value?: string; messages?: FlowMessage[] }>>): Applied => ({
  status: "refused",
  ui: { fields },
});
