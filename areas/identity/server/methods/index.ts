// The sign-in methods, in the order of the form.
import { lookupSecret } from "./lookup-secret.ts";
import type { SignInMethod } from "./method.ts";
import { passkey } from "./passkey.ts";
import { password } from "./password.ts";
import { totp } from "./totp.ts";
import { webauthn } from "./webauthn.ts";

export const signInMethods: readonly SignInMethod[] = [password, passkey, webauthn, totp, lookupSecret];

/** Finds the method of a submit by its name or by one of its fields. */
export const signInMethodOf = (
  methods: readonly SignInMethod[],
  submitted: Readonly<Record<string, unknown>>,
): SignInMethod | undefined =>
  methods.find(({ method }) => method === submitted["method"]) ??
  methods.find(
    ({ answer }) => answer !== undefined && typeof submitted[answer] === "string" && submitted[answer] !== "",
  );
