// Parses OIDC_PROVIDERS: external identity providers for sign-in, as a JSON list or as the path of a file that contains
// one. Error messages contain the position of an invalid value, but never the value, which may be a secret.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { roles } from "#language/roles.ts";
import { isLoopback } from "./own-hosts.ts";
import { repository } from "#lib/load/repository.ts";

/**
 * Whether the URL may be an issuer. Client secrets and codes are sent to it, so plain http is allowed only on this
 * machine.
 */
function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

const text = z.string("must be a string").trim().min(1, "is empty").max(500, "is longer than 500 characters");
const claim = text.max(200, "is longer than 200 characters");

const provider = z.strictObject({
  /**
   * The id is part of the redirect URI that is registered with the provider, so it must not change once people use it.
   */
  id: z
    .string("must be a string")
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, "must be 1 to 40 lowercase letters, digits, - and _, such as google"),
  /** The label of the provider's button. */
  label: text.max(100, "is longer than 100 characters"),
  issuer: z.string("must be a string").refine(isIssuer, "must be an https address (http only on this machine)"),
  client_id: text,
  /** A public client has no secret. */
  client_secret: text.optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be a word"), "must be a list of words")
    .refine((list) => list.includes("openid"), "must include openid")
    .default(["openid", "email", "profile"]),
  /** The names of the claims, if they differ from the defaults. */
  claims: z
    .strictObject({
      email: claim.default("email"),
      email_verified: claim.default("email_verified"),
      first_name: claim.default("given_name"),
      last_name: claim.default("family_name"),
      name: claim.default("name"),
    })
    .prefault({}),
  /** Accepts emails that are not marked as verified, for a provider that assigns them itself. */
  trust_email: z.boolean("must be true or false").default(false),
  /** The allowed email domains; an empty list allows every domain. */
  email_domains: z
    .array(
      z
        .string()
        .toLowerCase()
        .regex(/^[^\s@]+\.[^\s@.]+$/, "must be a domain such as example.org"),
      "must be a list of domains",
    )
    .default([]),
  /** The role of a person who signs in without an invitation. */
  role: z.enum(roles, `must be one of ${roles.join(", ")}`).default("guest"),
});

export type OidcProvider = z.output<typeof provider>;

export const oidcProviders = z.string().transform((value, context): OidcProvider[] => {
  const refuse = (message: string) => {
    context.addIssue(message);
    return z.NEVER;
  };
  const isInline = value.trimStart().startsWith("[");
  let json: unknown;
  try {
    // Relative paths are resolved from the repository, whatever the working directory.
    json = JSON.parse(isInline ? value : readFileSync(resolve(repository, value), "utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!isInline && code !== undefined) return refuse(`is neither a JSON list nor a file that can be read (${code})`);
    return refuse(isInline ? "is not valid JSON" : "names a file that is not valid JSON");
  }
  if (!Array.isArray(json)) return refuse("is not a JSON list of providers");
  const parsed = z.array(provider).safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const [index, ...path] = issue?.path ?? [];
    const what = issue?.code === "unrecognized_keys" ? `has the unknown key ${issue.keys[0]}` : issue?.message;
    return refuse(`is invalid in provider ${Number(index) + 1}: ${[path.join("."), what].filter(Boolean).join(" ")}`);
  }
  const ids = parsed.data.map(({ id }) => id);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  return duplicate === undefined ? parsed.data : refuse(`has two providers with the id ${duplicate}`);
});
