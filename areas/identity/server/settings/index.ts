// The settings methods, in the order of the form.
import { passkey, webauthn } from "./keys.ts";
import { lookupSecret } from "./lookup-secret.ts";
import type { SettingsMethod, Submitted } from "./method.ts";
import { oidc } from "./oidc.ts";
import { password } from "./password.ts";
import { profile } from "./profile.ts";
import { totp } from "./totp.ts";

export const settingsMethods: readonly SettingsMethod[] = [
  profile,
  password,
  passkey,
  oidc,
  lookupSecret,
  totp,
  webauthn,
];

/** Finds the method of a submit by its name or by one of its buttons. */
export const settingsMethodOf = (submitted: Submitted) =>
  settingsMethods.find(({ method }) => method === submitted["method"]) ??
  settingsMethods.find(({ buttons }) =>
    buttons.some((name) => submitted[name] !== undefined && submitted[name] !== "" && submitted[name] !== false),
  );
