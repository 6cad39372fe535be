// Builds the report of user accounts, roles, access reviews and authentication methods. The data come from config
// items, which scrapers read from the systems that manage the accounts.
import { readDate } from "#lib/time/dates.ts";
import type { Report, ReportUser } from "../../contract.ts";
import { distinctItems, type Item, type Match } from "./mapped-items.ts";

type Fields = Readonly<Record<string, unknown>>;
type Authentication = Report["accessControl"]["authentication"][number];

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/**
 * Returns the first field that has a text, a number or a list of texts. The comparison of names ignores case, `_` and
 * `-`.
 */
function textOf(document: unknown, ...names: readonly string[]): string | undefined {
  const plain = (name: string) => name.replaceAll(/[_-]/g, "").toLowerCase();
  const fields = new Map(Object.entries(fieldsOf(document)).map(([name, value]) => [plain(name), value]));
  for (const name of names) {
    const value = fields.get(plain(name));
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (typeof value === "number") return String(value);
    if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string"))
      return value.join(", ");
  }
  return undefined;
}

function timeOf(document: unknown, ...names: readonly string[]): string | undefined {
  const moment = readDate(textOf(document, ...names));
  return moment === undefined ? undefined : new Date(moment).toISOString();
}

const defined = <Shape extends object>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Shape]: Exclude<Shape[Key], undefined>;
  };

const emailOf = (config: unknown) => textOf(config, "email", "mail", "emailAddress", "userPrincipalName") ?? "";

export function accessControlOf(matches: readonly Match[]): Report["accessControl"] {
  const roles = rolesOf(matches);
  const reviews = reviewsOf(distinctItems(matches, "accessReviews"));
  const users = distinctItems(matches, "logins").map((item) => userOf(item, roles.get(item.id) ?? [], reviews));
  const named = users.flatMap(({ role }) => (role === "" ? [] : role.split(", ")));
  return {
    users,
    roles: [...new Set(named)].sort((a, b) => a.localeCompare(b, "en")),
    authentication: distinctItems(matches, "authentication").map(authenticationOf),
  };
}

/** The roles of each login, by the id of its config item. */
function rolesOf(matches: readonly Match[]): ReadonlyMap<string, string[]> {
  const roles = new Map<string, string[]>();
  for (const { group, of, items } of matches)
    if (group === "roles" && of !== "")
      for (const { id } of items) roles.set(id, [...new Set([...(roles.get(id) ?? []), of])]);
  return roles;
}

/** The time of the last review of each account. The key is the id, name or email address in the review. */
function reviewsOf(items: readonly Item[]): ReadonlyMap<string, string> {
  const reviews = new Map<string, string>();
  for (const { config } of items) {
    const subject = textOf(config, "user", "userId", "account", "login", "email")?.toLowerCase();
    const time = timeOf(config, "date", "reviewedAt", "completedAt");
    if (subject !== undefined && time !== undefined && time > (reviews.get(subject) ?? "")) reviews.set(subject, time);
  }
  return reviews;
}

function userOf(
  { id, name, external_id: external, config, created_at }: Item,
  roles: readonly string[],
  reviews: ReadonlyMap<string, string>,
): ReportUser {
  const email = emailOf(config);
  const reviewed = [id, name, email, ...(external ?? [])].flatMap((key) => reviews.get(key.toLowerCase()) ?? []);
  return defined({
    id,
    name: textOf(config, "displayName", "fullName") ?? name,
    email,
    role: roles.length > 0 ? roles.join(", ") : (textOf(config, "role", "roles") ?? ""),
    authType: textOf(config, "authType", "authenticationType") ?? "",
    created: new Date(created_at).toISOString(),
    lastLogin: timeOf(config, "lastLogin", "lastLoginAt", "lastSignIn", "lastSignInDateTime", "passwordLastUsed"),
    lastAccessReview: reviewed.toSorted().at(-1) ?? timeOf(config, "lastAccessReview"),
  });
}

function authenticationOf({ name, type, config }: Item): Authentication {
  const document = fieldsOf(config);
  const mfa = fieldsOf(document["mfa"]);
  const policy = fieldsOf(document["passwordPolicy"] ?? document["password_policy"]);
  const enforced = mfa["enforced"];
  const mfaPart = defined({
    type: textOf(mfa, "type"),
    enforced: typeof enforced === "boolean" ? enforced : textOf(mfa, "enforced"),
  });
  const policyPart = defined({ expiry: textOf(policy, "expiry"), strength: textOf(policy, "strength") });
  return defined({
    name,
    type: textOf(config, "type") ?? type,
    domain: textOf(config, "domain"),
    provider: textOf(config, "provider"),
    mfa: Object.keys(mfaPart).length > 0 ? mfaPart : undefined,
    passwordPolicy: Object.keys(policyPart).length > 0 ? policyPart : undefined,
  });
}
