// Creates an account for every sign-up method: the person, the role, the credential and the first session, in one
// transaction.
import type { IdentityTraits } from "#language/columns.ts";
import { Problem } from "#language/problem.ts";
import type { Role } from "#language/roles.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { hasSqlState } from "#server/db/failures.ts";
import type { Tx } from "#server/db/pool.ts";
import { systemActor } from "#server/http/actor.ts";
import type { SignedUp } from "../../model.ts";
import { finishFlow } from "../flows/store.ts";
import { acceptInvitation } from "../invitations.ts";
import { beginSession } from "../sessions.ts";
import { personColumns } from "../traits.ts";
import { admitBrowser, describeNewSession } from "./admit.ts";
import { screens, wantsJson } from "./door.ts";
import type { Submit } from "./flow-page.ts";
import type { ProvenMethod } from "./submit-login.ts";

export const byInvitation = (hasInvitation: boolean) =>
  new Problem(
    "self_service_flow_disabled",
    hasInvitation
      ? "This invitation is no longer valid. Ask for a new one."
      : "You need an invitation to create an account. Ask an administrator to invite you.",
  );

export interface NewAccount {
  traits: IdentityTraits;
  /** The accepted invitation, which sets the role. */
  invitation: string | undefined;
  /** The role of an account without an invitation. */
  role: Role;
  method: ProvenMethod;
  /** Stores the credential of the person. */
  prove(tx: Tx, personId: string): Promise<void>;
}

export type NewSession = { id: string; token: string };

export async function makeAccount(
  { door, request, flow }: Submit,
  { traits, invitation, role: defaultRole, method: { method, aal, provider }, prove }: NewAccount,
): Promise<NewSession | "over" | "taken"> {
  const origin = originOf(request);
  try {
    return await door.db.transaction().execute(async (tx) => {
      if (!(await finishFlow(tx, flow.id, method))) return "over";
      const role = invitation === undefined ? defaultRole : await acceptInvitation(tx, invitation);
      if (role === undefined) throw byInvitation(true);
      const columns = personColumns(traits);
      const { id } = await tx.insertInto("people").values(columns).returning("id").executeTakeFirstOrThrow();
      await tx.insertInto("person_roles").values({ person_id: id, role }).execute();
      await prove(tx, id);
      const session = await beginSession(tx, {
        personId: id,
        aal,
        methods: [{ method, aal, completed_at: new Date().toISOString(), ...(provider !== undefined && { provider }) }],
        userAgent: origin.userAgent,
        address: origin.address,
      });
      const person = { id, name: columns.name };
      await recordDeeds(tx, { actor: systemActor, origin }, [
        {
          action: "create",
          resource_type: "people",
          resource_id: id,
          resource_name: columns.name,
          after: { name: columns.name, email: columns.email, roles: [role] },
          person,
        },
        { action: "sign_in", resource_type: "sessions", resource_id: session.id, person },
      ]);
      return { id: session.id, token: session.token };
    });
  } catch (error) {
    if (hasSqlState(error, "23505")) return "taken";
    throw error;
  }
}

/** Signs the browser in. The device is marked for `account`. */
export async function welcome(
  { door, request, reply, flow }: Submit,
  created: NewSession,
  account: string | undefined,
) {
  const session = await describeNewSession(door, created.id);
  const body = { identity: session.identity, session } satisfies SignedUp;
  if (flow.type === "api") return { ...body, session_token: created.token } satisfies SignedUp;
  admitBrowser(door, reply, { token: created.token, account });
  const place = flow.return_to ?? screens.home;
  if (!wantsJson(request)) return reply.redirect(place, 303);
  return {
    ...body,
    continue_with: [{ action: "redirect_browser_to", redirect_browser_to: place }],
  } satisfies SignedUp;
}
