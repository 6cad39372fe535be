// Access tokens with the hosted identity service. A token belongs to a person and has no session, so the membership of
// the person is checked at the service: a token must not work longer than its owner is a member.
import type { Kysely } from "kysely";
import { Problem } from "#language/problem.ts";
import type { DB } from "#server/db/tables.ts";
import type { TokenActor } from "#server/http/actor.ts";
import { keepMember, roleOf } from "./hosted-member.ts";
import { remember } from "./hosted/remember.ts";
import type { HostedService } from "./hosted/service-api.ts";

/** The maximum time that a token still works after its owner has left the organisation. */
const membershipKeptMs = 5 * 60_000;

interface Membership {
  db: Kysely<DB>;
  service: HostedService;
  organization: string | undefined;
}

/** Throws if the owner of an access token is not a member of the organisation, or has a role without a mapping. */
export function requireMembership({ db, service, organization }: Membership) {
  // The role is stored only when it was requested: later, a session of the person may have stored a newer role.
  const updateRole = remember(membershipKeptMs, async (subject) => {
    const found = organization === undefined ? undefined : await service.membership(subject, organization);
    await keepMember(db, { subject, stated: {}, role: roleOf(found?.role), profile: () => service.profile(subject) });
  });
  return async ({ id }: TokenActor): Promise<void> => {
    const owner = await db.selectFrom("people").select(["external_id", "type"]).where("id", "=", id).executeTakeFirst();
    // Agents have tokens of their own and are not members of an organisation.
    if (owner === undefined || owner.type !== null) return;
    if (owner.external_id === null) throw noMember();
    await updateRole(owner.external_id);
    const role = await db.selectFrom("person_roles").select("role").where("person_id", "=", id).executeTakeFirst();
    if (role === undefined) throw noMember();
  };
}

const noMember = () =>
  new Problem("forbidden", "The owner of this access token has no role in the organisation.", {
    hint: "An administrator of the organisation can add the person again.",
  });
