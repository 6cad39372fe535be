// The sign-in methods, in the order in which a form shows them.
import type { SignInMethod } from "./method.ts";
import { password } from "./password.ts";

export const signInMethods: readonly SignInMethod[] = [password];
