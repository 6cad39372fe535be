import { z } from "zod";
import { roles } from "#language/roles.ts";

const time = z.iso.datetime({ offset: true });

/** The responses of these routes are wrapped, because existing clients read `payload`. */
const wrapped = <Payload extends z.ZodType>(payload: Payload) => z.object({ message: z.string(), payload });

const person = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  avatar: z.string().nullable(),
});

const permission = z.object({
  id: z.string().optional(),
  /** A role, or the id of the person that a rule names. */
  subject: z.string(),
  object: z.string(),
  action: z.string(),
  deny: z.boolean().optional(),
  /** The condition of a rule that applies only to some rows. */
  condition: z.string().optional(),
});

export const whoami = {
  answer: wrapped(
    z.object({
      user: person,
      roles: z.array(z.enum(roles)),
      permissions: z.array(permission),
      /** The machine that sent the response. */
      hostname: z.string(),
      /** For clients that use the cookie outside a browser: send it as X-CSRF-Token with every change. */
      csrf_token: z.string().optional(),
      /** Instructions for administrators if the host of the request is not in PUBLIC_URL or ALLOWED_HOSTS. */
      host_hint: z.object({ title: z.string(), details: z.string() }).optional(),
    }),
  ),
};

/** The token lifetimes that the form offers. */
export const tokenExpiry = z.enum(["never", "7d", "30d", "90d", "1y"]);

export const createToken = {
  body: z.strictObject({
    name: z.string().trim().min(1, "is empty").max(200, "is longer than 200 characters"),
    expiry: tokenExpiry.default("90d"),
    /** The token may read everything that its owner may read, and change nothing. */
    read_only: z.boolean().default(false),
  }),
  answer: wrapped(
    z.object({
      /** The token itself, shown once; only its digest is stored. */
      token: z.string(),
      id: z.uuid(),
      name: z.string(),
      expires_at: time.nullable(),
      read_only: z.boolean(),
    }),
  ),
};

export const tokens = {
  answer: wrapped(
    z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        person_id: z.uuid(),
        person,
        created_at: time,
        created_by: z.uuid().nullable(),
        /** Null if it never expires. */
        expires_at: time.nullable(),
        /** Accurate to one minute; null if the token was never used. */
        last_used_at: time.nullable(),
        read_only: z.boolean(),
      }),
    ),
  ),
};

export const deleteToken = {
  params: z.object({ id: z.uuid("is not the id of a token") }),
  answer: z.object({ message: z.string() }),
};

const name = z.string().trim().max(100, "is longer than 100 characters");

export const inviteUser = {
  body: z.strictObject({
    firstName: name.default(""),
    lastName: name.default(""),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(320, "is longer than 320 characters")
      .regex(/^[^\s@]+@[^\s@]+$/, "is not a valid email address"),
    role: z.enum(roles, `must be one of ${roles.join(", ")}`),
  }),
  answer: wrapped(
    z.object({
      /** The link to pass on if no mail is sent. It is valid for a week and works once. */
      link: z.string(),
      /** Whether a mail with the link will be sent. */
      is_mailed: z.boolean(),
    }),
  ).extend({
    /** A copy of `payload.link`, because existing clients read it here. */
    link: z.string(),
  }),
};

export const mail = {
  params: z.object({ id: z.uuid("is not the id of a mail") }),
  answer: wrapped(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      recipient: z.string(),
      subject: z.string(),
      /** Null if the mail was sent. */
      body: z.string().nullable(),
      status: z.string(),
      /** The error of the last attempt to send the mail. */
      error: z.string().nullable(),
      created_at: time,
    }),
  ),
};

export const mailing = {
  answer: wrapped(
    z.object({
      /** Whether an SMTP server is configured; otherwise mails are only stored. */
      is_sent: z.boolean(),
      from: z.string(),
    }),
  ),
};
