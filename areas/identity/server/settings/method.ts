// A settings method is a kind: its part of the settings form, and what a submit of that part changes.
import type { FlowMessage, FlowUi } from "#language/columns.ts";
import type { Deed } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Secrets } from "#server/secrets.ts";
import type { Identity, NodeGroup, UiNode } from "../../model.ts";
import type { CredentialType } from "../credentials.ts";
import type { Key } from "../keys/store.ts";
import type { RecoveryCode } from "../recovery-codes.ts";

/** What a form keeps from one submit to the next. */
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
  /** What the person has set up, by type. */
  proofs: ReadonlyMap<CredentialType, string>;
  keys: readonly Key[];
  pending: Pending;
  /** What a new security key is to sign. */
  challenge: string;
  /** The same, once: undefined when another try has used it up. From here on the form has another one. */
  takeChallenge(): Promise<string | undefined>;
  /** The browser that asks. */
  userAgent: string;
  /** Other identity providers, and the ids of those that know this person. */
  providers: readonly { id: string; label: string }[];
  linked: ReadonlySet<string>;
}

export type Submitted = Readonly<Record<string, unknown>>;

export type Applied =
  | { status: "refused"; ui: FlowUi }
  /** Nothing changed, but the form shows something else now. */
  | { status: "shown"; pending: Pending }
  | {
      status: "saved";
      write(tx: Tx): Promise<void>;
      deed: Deed;
      pending?: Pending;
      /** Whoever is in elsewhere must show the new credential, or is out. */
      endsOtherSessions?: true;
      /** The credential was just shown, so this session is lifted to aal2. */
      lifts?: true;
      /** What to say when somebody else has it already. */
      taken?: FlowUi;
      /** A new e-mail is to be confirmed, and the old one told. */
      email?: { from: string; to: string };
    };

export interface SettingsMethod {
  method: NodeGroup;
  /** Fields that tell a submit of this part without `method`: buttons of their own. */
  buttons: readonly string[];
  /** Whether it takes a session that has just been confirmed. */
  isSensitive(submitted: Submitted, context: SettingsContext): boolean;
  nodes(context: SettingsContext): UiNode[];
  apply(submitted: Submitted, context: SettingsContext): Promise<Applied>;
}

/** A field by its dotted name: nested in JSON, flat in a plain form. Neither a zero byte nor half a character is stored. */
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
