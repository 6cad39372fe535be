import { z } from "zod";
import { isObject, readActions } from "#language/permissions.ts";
import { roles } from "#language/roles.ts";

const time = z.iso.datetime({ offset: true });
const role = z.enum(roles, `is none of ${roles.join(", ")}`);
const heldRoles = z.array(role).max(roles.length, "names a role twice");
const id = z.guid("is not the id of a person");

/** Existing clients read `payload`. */
const wrapped = <Payload extends z.ZodType>(payload: Payload) => z.object({ message: z.string(), payload });

export const users = {
  answer: z.object({
    users: z.array(
      z.object({
        id: z.guid(),
        name: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        avatar: z.string().nullable(),
        roles: z.array(z.enum(roles)),
        state: z.enum(["active", "inactive"]),
        created_at: time,
        /** Null when the person never signed in. */
        last_login: time.nullable(),
        has_second_factor: z.boolean(),
      }),
    ),
    /** Those that nobody has taken up yet, expired ones included. */
    invitations: z.array(
      z.object({
        id: z.guid(),
        email: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        role: z.enum(roles),
        invited_at: time,
        /** By name; null when that person is gone. */
        invited_by: z.string().nullable(),
        expires_at: time.nullable(),
        has_expired: z.boolean(),
      }),
    ),
  }),
};

/** What PostgreSQL takes for text. */
const isText = (text: string) => !text.includes("\0") && text.isWellFormed();
const text = z.string().trim().refine(isText, "is no text: it has a zero byte or half a character in it");
const name = text.max(100, "is longer than 100 characters");

/** A plain form has no booleans. */
const active = z.union(
  [z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")],
  "is true or false",
);

export const updatePerson = {
  body: z.strictObject({
    id,
    firstName: name.optional(),
    lastName: name.optional(),
    email: text
      .toLowerCase()
      .max(320, "is longer than 320 characters")
      .regex(/^[^\s@]+@[^\s@]+$/, "is not an e-mail address")
      .optional(),
    /** Takes the place of all roles that the person has. */
    role: role.optional(),
    /** The same for several. */
    roles: heldRoles.optional(),
    /** Whoever is not active keeps everything but cannot sign in. */
    active: active.optional(),
  }),
  answer: z.object({ email: z.string(), name: z.object({ first: z.string(), last: z.string() }) }),
};

export const removePerson = {
  params: z.object({ id }),
  answer: z.object({ message: z.string() }),
};

export const withdrawInvitation = {
  params: z.object({ id: z.guid("is not the id of an invitation") }),
  answer: z.object({ message: z.string() }),
};

export const updateRole = {
  params: z.object({ userId: id }),
  body: z.strictObject({
    /** All that the person shall hold; what is not named is taken away. */
    roles: heldRoles,
  }),
  answer: wrapped(z.array(z.enum(roles))),
};

const named = z.object({ id: z.string(), name: z.string() });

export const explain = {
  body: z.strictObject({
    /** A person, by id or e-mail; the caller unless it is said. */
    subject: text.max(320).optional(),
    object: z.string().refine(isObject, "is nothing that a rule can be about"),
    action: z.string().refine((text) => readActions(text) !== undefined, "is no action"),
  }),
  answer: wrapped(
    z.object({
      subject: named.extend({ email: z.string().nullable(), roles: z.array(z.enum(roles)), is_active: z.boolean() }),
      object: z.string(),
      action: z.string(),
      /** `partly`: some of what was asked about, or some rows of it. */
      outcome: z.enum(["allowed", "partly", "denied"]),
      /** In one sentence. */
      because: z.string(),
      /** Every role and rule that is about it, those that decide first. */
      reasons: z.array(
        z.object({
          kind: z.enum(["role", "rule"]),
          /** Of the rule. */
          id: z.guid().optional(),
          /** The role, or the description of the rule. */
          name: z.string(),
          /** How the rule reaches the person: by name, through a team, a role, a group, or as everybody. */
          through: z.object({ kind: z.enum(["person", "team", "role", "group", "everyone"]), name: z.string() }),
          effect: z.enum(["allow", "deny"]),
          /** Whether it is about all of it. */
          extent: z.enum(["all", "some"]),
          /** What an expired or broken rule says does not count. */
          state: z.enum(["applies", "expired", "broken"]),
          until: time.nullable(),
          /** Whether the outcome comes from it. */
          decides: z.boolean(),
        }),
      ),
    }),
  ),
};
