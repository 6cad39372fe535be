import { z } from "zod";
import { isObject, readActions } from "#language/permissions.ts";
import { roles } from "#language/roles.ts";

const time = z.iso.datetime({ offset: true });
const role = z.enum(roles, `must be one of ${roles.join(", ")}`);
const heldRoles = z.array(role).max(roles.length, "contains a role twice");
const id = z.guid("is not the id of a person");

/** Existing clients read the result from `payload`. */
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
        /** Null if the person never signed in. */
        last_login: time.nullable(),
        has_second_factor: z.boolean(),
      }),
    ),
    /** Invitations that were not accepted yet, including expired invitations. */
    invitations: z.array(
      z.object({
        id: z.guid(),
        email: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        role: z.enum(roles),
        invited_at: time,
        /** The name of the person who sent the invitation; null if that person was deleted. */
        invited_by: z.string().nullable(),
        expires_at: time.nullable(),
        has_expired: z.boolean(),
      }),
    ),
  }),
};

/** Whether PostgreSQL can store the string. */
const isText = (text: string) => !text.includes("\0") && text.isWellFormed();
const text = z.string().trim().refine(isText, "is not valid text: it contains a zero byte or a lone surrogate");
const name = text.max(100, "is longer than 100 characters");

/** A plain HTML form sends booleans as strings. */
const active = z.union(
  [z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")],
  "must be true or false",
);

export const updatePerson = {
  body: z.strictObject({
    id,
    firstName: name.optional(),
    lastName: name.optional(),
    email: text
      .toLowerCase()
      .max(320, "is longer than 320 characters")
      .regex(/^[^\s@]+@[^\s@]+$/, "is not a valid email address")
      .optional(),
    /** The new role, which replaces all roles of the person. */
    role: role.optional(),
    /** Like `role`, for several roles. */
    roles: heldRoles.optional(),
    /** An inactive person keeps all data but cannot sign in. */
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
    /** All roles that the person will have; other roles are removed. */
    roles: heldRoles,
  }),
  answer: wrapped(z.array(z.enum(roles))),
};

const named = z.object({ id: z.string(), name: z.string() });

export const explain = {
  body: z.strictObject({
    /** A person, by id or email. Default: the caller. */
    subject: text.max(320).optional(),
    object: z.string().refine(isObject, "is not an object that rules can refer to"),
    action: z.string().refine((text) => readActions(text) !== undefined, "is not a valid action"),
  }),
  answer: wrapped(
    z.object({
      subject: named.extend({ email: z.string().nullable(), roles: z.array(z.enum(roles)), is_active: z.boolean() }),
      object: z.string(),
      action: z.string(),
      /** `partly`: only some of the objects, actions or rows are allowed. */
      outcome: z.enum(["allowed", "partly", "denied"]),
      /** A summary in one sentence. */
      because: z.string(),
      /** Every role and rule that concerns the question, with the deciding roles and rules first. */
      reasons: z.array(
        z.object({
          kind: z.enum(["role", "rule"]),
          /** The id of the rule; absent for a role. */
          id: z.guid().optional(),
          /** The role, or the description of the rule. */
          name: z.string(),
          /** How the rule applies to the person: by name, through a team, a role, a group, or as everybody. */
          through: z.object({ kind: z.enum(["person", "team", "role", "group", "everyone"]), name: z.string() }),
          effect: z.enum(["allow", "deny"]),
          /** Whether the role or rule covers the whole question. */
          extent: z.enum(["all", "some"]),
          /** Expired and broken rules have no effect. */
          state: z.enum(["applies", "expired", "broken"]),
          until: time.nullable(),
          /** Whether this reason determines the outcome. */
          decides: z.boolean(),
        }),
      ),
    }),
  ),
};
