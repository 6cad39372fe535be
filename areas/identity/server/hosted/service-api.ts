// Reads people, memberships and organisations from the hosted identity service's API for servers.
import { z } from "zod";
import { backendAddress } from "#language/hosted-identity.ts";
import { problem } from "#language/problem.ts";
import type { HostedIdentity } from "#server/env/hosted-identity.ts";
import type { Outbound } from "#server/outbound/outbound.ts";

export interface Profile {
  name: string;
  email: string | undefined;
}

export interface HostedService {
  profile(subject: string): Promise<Profile>;
  /** The role of a person in an organisation; undefined if the person is not a member or no longer exists. */
  membership(subject: string, organization: string): Promise<{ role: string } | undefined>;
  /** The address in the public metadata of an organisation; undefined while the backend is being set up. */
  backendUrl(organization: string): Promise<string | undefined>;
}

/** The maximum page size of the service. */
const maxMemberships = 500;

const user = z.object({
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  primary_email_address_id: z.string().nullish(),
  email_addresses: z
    .array(
      z.object({
        id: z.string(),
        email_address: z.string(),
        verification: z.object({ status: z.string().nullish() }).nullish(),
      }),
    )
    .default([]),
});
const memberships = z.object({
  data: z.array(z.object({ role: z.string(), organization: z.object({ id: z.string() }) })),
});
const organizationSchema = z.object({ public_metadata: z.object({ backend_url: z.unknown().optional() }).nullish() });

export function createHostedService(outbound: Outbound, { apiUrl, secretKey }: HostedIdentity): HostedService {
  /** Undefined for a 404. */
  async function ask<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
    try {
      const answer = await outbound.fetch(`${apiUrl}/v1/${path}`, {
        headers: { authorization: `Bearer ${secretKey}`, accept: "application/json" },
        maxRedirects: 0,
      });
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw new Error(`the identity service returned ${answer.status} for /v1/${path}`);
      return schema.parse(answer.json());
    } catch (cause) {
      throw problem.unavailable("The identity service does not respond.", { retryAfter: 5, cause });
    }
  }

  return {
    async profile(subject) {
      const found = (await ask(`users/${encodeURIComponent(subject)}`, user)) ?? { email_addresses: [] };
      const email = found.email_addresses.find(
        ({ id, verification }) => id === found.primary_email_address_id && verification?.status === "verified",
      )?.email_address;
      return { name: `${found.first_name ?? ""} ${found.last_name ?? ""}`.trim(), email };
    },
    async membership(subject, organization) {
      const path = `users/${encodeURIComponent(subject)}/organization_memberships?limit=${maxMemberships}`;
      const found = await ask(path, memberships);
      return found?.data.find((one) => one.organization.id === organization);
    },
    async backendUrl(organization) {
      const found = await ask(`organizations/${encodeURIComponent(organization)}`, organizationSchema);
      return backendAddress(found?.public_metadata?.backend_url);
    },
  };
}
