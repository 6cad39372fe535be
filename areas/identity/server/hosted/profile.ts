// Reads the name and email of a person from the hosted identity service's API for servers.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import type { HostedIdentity } from "#server/env/hosted-identity.ts";
import type { Outbound } from "#server/outbound/outbound.ts";

export interface Profile {
  name: string;
  email: string | undefined;
}

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

export async function findProfile(
  outbound: Outbound,
  { apiUrl, secretKey }: HostedIdentity,
  subject: string,
): Promise<Profile> {
  try {
    const answer = await outbound.fetch(`${apiUrl}/v1/users/${encodeURIComponent(subject)}`, {
      headers: { authorization: `Bearer ${secretKey}`, accept: "application/json" },
      maxRedirects: 0,
    });
    if (answer.status !== 200) throw new Error(`the identity service returned ${answer.status} for a user`);
    const found = user.parse(answer.json());
    const email = found.email_addresses.find(
      ({ id, verification }) => id === found.primary_email_address_id && verification?.status === "verified",
    )?.email_address;
    return { name: `${found.first_name ?? ""} ${found.last_name ?? ""}`.trim(), email };
  } catch (cause) {
    throw problem.unavailable("The identity service did not return the profile.", { retryAfter: 5, cause });
  }
}
