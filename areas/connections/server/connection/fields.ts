// The fields of connection forms. Each field has its column or property.
import { z } from "zod";
import type { FieldMarks } from "#language/field-marks.ts";
import { filled, yes } from "#server/spec/parts.ts";
import { isHostKey } from "./host-key.ts";

export type Place = "url" | "username" | "password" | "certificate" | "insecure_tls" | `properties.${string}`;

type Extra = Pick<FieldMarks, "placeholder" | "readFrom" | "shownWhen" | "inUrl"> & { description?: string };

export const line = (label: string, kept: Place, extra: Extra = {}) => filled.meta({ label, kept, ...extra });

/** A literal value, or a reference to a secret or a config map. */
export const credential = (label: string, kept: Place, extra: Extra = {}) =>
  filled.meta({ label, kept, field: "env-var", secret: true, ...extra });

/** Username and password of a server whose URL may also contain them: `postgres://ada:secret@host/orders`. */
export const signIn = {
  username: credential("Username", "username", { inUrl: "user" }),
  password: credential("Password", "password", { inUrl: "password" }),
};

/** A secret that is always a literal value. */
export const secretLine = (label: string, kept: Place, extra: Extra = {}) =>
  filled.meta({ label, kept, field: "secret", secret: true, ...extra });

/** A certificate or key of several lines. */
export const longCredential = (label: string, kept: Place, extra: Extra = {}) =>
  filled.meta({ label, kept, field: "env-var", secret: true, isLong: true, ...extra });

/** A value that is not secret but may be a reference to a config map. */
export const sourced = (label: string, kept: Place, extra: Extra = {}) =>
  filled.meta({ label, kept, field: "env-var", ...extra });

/** The public key that identifies an SSH server. */
export const hostKey = (extra: Extra = {}) =>
  filled
    .refine(isHostKey, "is not a host key: use the form SHA256:… or ssh-ed25519 AAAA…")
    .meta({
      label: "Host Key",
      kept: "properties.hostKey" satisfies Place,
      placeholder: "SHA256:…",
      description:
        "Fingerprint or public key of the server. If empty, any key is accepted, and a test shows the server's key.",
      ...extra,
    })
    .optional();

export const portNumber = z
  .int("must be a whole number")
  .min(1, "must be from 1 to 65535")
  .max(65535, "must be from 1 to 65535");

export const port = (kept: Place, defaultPort: number) => portNumber.default(defaultPort).meta({ label: "Port", kept });

export const choice = <const Words extends readonly [string, ...string[]]>(
  label: string,
  kept: Place,
  words: Words,
  defaultWord: Words[number],
) =>
  z
    .enum(words, `must be one of ${words.join(", ")}`)
    .default(defaultWord)
    .meta({ label, kept });

export const insecureTls = yes.default(false).meta({
  label: "Insecure TLS",
  kept: "insecure_tls",
  description: "Accept a certificate that no trusted authority signed.",
});

/** Used for messengers, because their addresses can only turn TLS on or off. */
export const plainHttp = yes
  .default(false)
  .meta({ label: "Insecure TLS", kept: "insecure_tls", description: "Use HTTP without TLS." });
