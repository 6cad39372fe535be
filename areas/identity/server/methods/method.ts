// A sign-in method defines its nodes in the form and the check of a submit.
import type { Kysely } from "kysely";
import type { FlowMessage, FlowUi } from "#language/columns.ts";
import type { Origin } from "#server/http/actor.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Secrets } from "#server/secrets.ts";
import type { UiNode } from "../../model.ts";
import type { Flow } from "../flows/store.ts";
import type { Key } from "../keys/store.ts";

/** The data that a form needs in addition to its row. */
export interface LoginContext {
  publicUrl: string;
  /** The keys of the person, if the person is known. */
  keys: readonly Key[];
}

export interface AttemptContext {
  db: Kysely<DB>;
  secrets: Secrets;
  publicUrl: string;
  flow: Flow;
  /** The person whose session is to be confirmed or raised. In a second step, the person of the first step. */
  signedIn: { id: string; name: string } | undefined;
  /** The client that made the attempt. */
  origin: Origin;
  /** The id of the device, if this account signed in with it before. */
  recogniseDevice(account: string): string | undefined;
  /**
   * Returns the challenge for a security key; undefined if another attempt used it up. Afterwards the form has a new
   * challenge.
   */
  takeChallenge(): Promise<string | undefined>;
}

export type AttemptResult =
  | {
      status: "passed";
      personId: string;
      /** The assurance level that this attempt proved. Default: the level of the method. */
      aal?: Aal;
      /** The account that the device is marked for. */
      account: string | undefined;
      /** Called in the transaction that creates the session; single-use proofs are marked as used there. */
      stillHolds(tx: Tx): Promise<boolean>;
      /** The message to show if `stillHolds` returns false. */
      refusal?: FlowMessage;
    }
  | { status: "refused"; ui: FlowUi };

export type Aal = "aal1" | "aal2";

export interface SignInMethod {
  method: string;
  /** The sign-in steps that offer the method. */
  steps: readonly Aal[];
  /** The assurance level of the session, unless the attempt returns a different level. */
  aal: Aal;
  /** A field that identifies a submit of this method without `method`. */
  answer?: string;
  nodes(flow: Flow, context: LoginContext): UiNode[];
  attempt(submitted: Readonly<Record<string, unknown>>, context: AttemptContext): Promise<AttemptResult>;
}

/** Reports errors for individual fields. Typed values are kept unless they are secret. */
export const refuseFields = (fields: Readonly<Record<string, { value?: string; messages?: FlowMessage[] }>>) =>
  ({ status: "refused", ui: { fields } }) satisfies AttemptResult;
