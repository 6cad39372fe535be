// The sign-in methods, in the order of the form.
import { lookupSecret } from "./lookup-secret.ts";
import type { SignInMethod } from "./method.ts";
import { passkey } from "./passkey.ts";
import { password } from "./password.ts";
import { totp } from "./totp.ts";
import { webauthn } from "./webauthn.ts";

export const signInMethods: readonly SignInMethod[] = [password, passkey, webauthn, totp, lookupSecret];

/** The method of a submit: by name, or by a field of the method. */
export const signInMethodOf = (
  methods: readonly SignInMethod[],
  submitted: Readonly<Record<string, unknown>>,
): SignInMethod | undefined =>
  methods.find(({ method }) => method === submitted["method"]) ??
  methods.find(
    ({ answer }) => answer !== undefined && typeof submitted[answer] === "string" && submitted[answer] !== "",
  );
