// The sign-in methods, in the order in which a form shows them.
import { lookupSecret } from "./lookup-secret.ts";
import type { SignInMethod } from "./method.ts";
import { password } from "./password.ts";
import { totp } from "./totp.ts";

export const signInMethods: readonly SignInMethod[] = [password, totp, lookupSecret];
