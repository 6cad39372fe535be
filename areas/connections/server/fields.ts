// The fields that forms of connections are made of. Each says where it is kept: in a column, or in a property.
import { z } from "zod";
import type { FieldMarks } from "#language/field-marks.ts";
import { filled, yes } from "#server/spec/parts.ts";
import { isHostKey } from "./host-key.ts";

export type Place = "url" | "username" | "password" | "certificate" | "insecure_tls" | `properties.${string}`;

type Extra = Pick<FieldMarks, "placeholder" | "readFrom" | "shownWhen" | "inUrl"> & { description?: string };

export const line = (label: string, kept: Place, extra: Extra = {}) => filled.meta({ label, kept, ...extra });

/** Written here, or by reference to a secret or a config map. */
export const credential = (label: string, kept: Place, extra: Extra = {}) =>
  filled.meta({ label, kept, field: "env-var", secret: true, ...extra });

/** User and password of a server whose URL may hold them: `postgres://ada:secret@host/orders`. */
export const signIn = {
  username: credential("Username", "username", { inUrl: "user" }),
  password: credential("Password", "password", { inUrl: "password" }),
};

/** Secret as well, and always written here. */
export const secretLine = (label: string, kept: Place, extra: Extra = {}) =>
  filled.meta({ label, kept, field: "secret", secret: true, ...extra });

/** A certificate or a key: of several lines. */
export const longCredential = (label: string, kept: Place, extra: Extra = {}) =>
  filled.meta({ label, kept, field: "env-var", secret: true, isLong: true, ...extra });

/** No secret, and yet it may stand in a config map. */
export const sourced = (label: string, kept: Place, extra: Extra = {}) =>
  filled.meta({ label, kept, field: "env-var", ...extra });

/** By which an SSH server is known. */
export const hostKey = (extra: Extra = {}) =>
  filled
    .refine(isHostKey, "is none: write SHA256:…, or ssh-ed25519 AAAA…")
    .meta({
      label: "Host Key",
      kept: "properties.hostKey" satisfies Place,
      placeholder: "SHA256:…",
      description: "Its fingerprint or public key. Empty: whoever answers is believed, and a test tells the key.",
      ...extra,
    })
    .optional();

export const portNumber = z
  .int("must be a whole number")
  .min(1, "must be from 1 to 65535")
  .max(65535, "must be from 1 to 65535");

export const port = (kept: Place, usual: number) => portNumber.default(usual).meta({ label: "Port", kept });

export const choice = <const Words extends readonly [string, ...string[]]>(
  label: string,
  kept: Place,
  words: Words,
  usual: Words[number],
) =>
  z
    .enum(words, `is none of ${words.join(", ")}`)
    .default(usual)
    .meta({ label, kept });

export const insecureTls = yes
  .default(false)
  .meta({ label: "Insecure TLS", kept: "insecure_tls", description: "Accept a certificate that nobody vouches for." });

/** As messengers read it: their addresses can only say whether there is TLS at all. */
export const plainHttp = yes
  .default(false)
  .meta({ label: "Insecure TLS", kept: "insecure_tls", description: "Speak HTTP, without TLS." });
