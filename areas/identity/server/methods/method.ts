// A sign-in method is a kind: what it adds to the form, what it takes from a submit, and whether that proves who it is.
import type { Kysely } from "kysely";
import type { FlowMessage, FlowUi } from "#language/columns.ts";
import type { Origin } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Secrets } from "#server/secrets.ts";
import type { UiNode } from "../../model.ts";
import type { Flow } from "../flows/store.ts";
import type { Key } from "../keys/store.ts";

/** What a form is drawn with, beside its row. */
export interface LoginContext {
  publicUrl: string;
  /** The keys of the person whom it is about, when that is known. */
  keys: readonly Key[];
}

export interface AttemptContext {
  db: Kysely<DB>;
  secrets: Secrets;
  publicUrl: string;
  flow: Flow;
  /** The person whose session is to be confirmed or lifted: in a second step, the one whose first step succeeded. */
  signedIn: { id: string; name: string } | undefined;
  /** Where the attempt came from. */
  origin: Origin;
  /** The id of the device, if this account signed in with it before. */
  recogniseDevice(account: string): string | undefined;
  /** What a security key was to sign; undefined when another try has used it up. From here on the form has another one. */
  takeChallenge(): Promise<string | undefined>;
}

export type AttemptResult =
  | {
      status: "passed";
      personId: string;
      /** How much this attempt proved, where the method alone does not say. */
      aal?: Aal;
      /** What the person is known by at this method; devices are remembered for it. */
      account: string | undefined;
      /** Asked once more in the transaction that begins the session; what works once is used up there. */
      stillHolds(tx: Tx): Promise<boolean>;
      /** What to say when it does not hold any more. */
      refusal?: FlowMessage;
    }
  | { status: "refused"; ui: FlowUi };

export type Aal = "aal1" | "aal2";

export interface SignInMethod {
  method: string;
  /** The steps of a sign-in that offer it. */
  steps: readonly Aal[];
  /** How strong a session it makes, or lifts one to, unless the attempt says otherwise. */
  aal: Aal;
  /** A field that tells a submit of this method without `method`. */
  answer?: string;
  nodes(flow: Flow, context: LoginContext): UiNode[];
  attempt(submitted: Readonly<Record<string, unknown>>, context: AttemptContext): Promise<AttemptResult>;
}

/** Refuses because of single fields; what was typed is kept, except where it is secret. */
export const refuseFields = (fields: Readonly<Record<string, { value?: string; messages?: FlowMessage[] }>>) =>
  ({ status: "refused", ui: { fields } }) satisfies AttemptResult;
