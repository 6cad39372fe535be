// The messages of flows, with the numeric ids that Kratos clients know. The wording is our own.
import type { FlowMessage } from "#language/columns.ts";

const info = (id: number, text: string): FlowMessage => ({ id, text, type: "info" });
const success = (id: number, text: string): FlowMessage => ({ id, text, type: "success" });
const error = (id: number, text: string): FlowMessage => ({ id, text, type: "error" });
const titled = (title: string): FlowMessage => ({ ...info(1070002, title), context: { title } });

export const labels = {
  signIn: info(1010001, "Sign in"),
  signUp: info(1040001, "Create account"),
  authenticatorCode: info(1010006, "Code from your authenticator app"),
  recoveryCode: info(1010007, "Recovery code"),
  useAuthenticator: info(1010009, "Continue with the code"),
  useRecoveryCode: info(1010010, "Use a recovery code"),
  useKey: info(1010008, "Use a security key"),
  usePasskey: info(1010021, "Sign in with a passkey"),
  unlinkAuthenticator: info(1050004, "Remove the authenticator app"),
  authenticatorPicture: info(1050005, "Scan this with your authenticator app"),
  revealCodes: info(1050007, "Show codes"),
  generateCodes: info(1050008, "Generate new codes"),
  codes: info(1050010, "Keep these recovery codes in a safe place"),
  newCodes: info(1050010, "Keep these new codes in a safe place. They become valid when you confirm."),
  confirmCodes: info(1050011, "I have saved the codes"),
  addKey: info(1050012, "Add a security key"),
  keyName: info(1050013, "Name of the security key"),
  disableCodes: info(1050016, "Remove codes"),
  authenticatorSecret: info(1050017, "Or type this secret into the app"),
  addPasskey: info(1050019, "Add a passkey"),
  password: info(1070001, "Password"),
  newPassword: info(1070001, "New password"),
  email: titled("Email"),
  firstName: titled("First name"),
  lastName: titled("Last name"),
  save: info(1070003, "Save"),
  continue: info(1070009, "Continue"),
  yourEmail: info(1070007, "Email"),
  sendRecovery: info(1070009, "Send reset code"),
  sendAgain: info(1070008, "Send another code"),
  sentRecoveryCode: info(1070010, "Code from the email"),
  sentVerificationCode: info(1070011, "Code from the email"),
  verifyCode: info(1070006, "Code from the app"),
} satisfies Record<string, FlowMessage>;

/** The name of the key is also in the context, because screens show it next to the button. */
const removing = (id: number, what: string) => (key: { name: string; created_at: string }) => ({
  ...info(id, `Remove ${what} "${key.name}"`),
  context: {
    display_name: key.name,
    added_at: key.created_at,
    added_at_unix: Math.floor(Date.parse(key.created_at) / 1000),
  },
});
export const removeKeyLabel = removing(1050018, "the security key");
export const removePasskeyLabel = removing(1050020, "the passkey");

/** The label of another identity provider's button. */
const named =
  (id: number, verb: string) =>
  (provider: string, label: string): FlowMessage => ({
    ...info(id, `${verb} ${label}`),
    context: { provider: label, provider_id: provider },
  });

export const providerLabels = {
  signIn: named(1010002, "Sign in with"),
  signUp: named(1040002, "Sign up with"),
  link: named(1050002, "Link"),
  unlink: named(1050003, "Unlink"),
};

/** The secret of an authenticator app and the recovery codes have specific texts, because clients parse these texts. */
export const secretText = (secret: string): FlowMessage => ({ ...info(1050006, secret), context: { secret } });

export function codesText(codes: readonly { code: string; used_at?: string }[]): FlowMessage {
  const secrets = codes.map(({ code, used_at }): FlowMessage =>
    used_at === undefined
      ? { ...info(1050009, code), context: { secret: code } }
      : { ...info(1050014, "Used"), context: { used_at } },
  );
  return {
    ...info(1050015, secrets.map(({ text }) => text).join(", ")),
    context: { secrets: secrets.map((secret) => ({ ...secret })) },
  };
}

export const messages = {
  confirmAction: info(1010003, "Please confirm that it is you."),
  secondFactor: (email: string | undefined): FlowMessage =>
    info(1010004, `${email === undefined ? "" : `Signing in as ${email}. `}Please complete the second step.`),
  recovered: success(1060001, "You are signed in again. Please choose a new password within the next 15 minutes."),
  linkSent: {
    recovery: info(1060002, "If there is an account with this email, a link was sent to it."),
    verification: info(1080001, "If there is an account with this email, a link was sent to it."),
  },
  codeSent: {
    recovery: info(1060003, "If there is an account with this email, a code was sent to it."),
    verification: info(1080003, "If there is an account with this email, a code was sent to it."),
  },
  codeSentTo: (email: string): FlowMessage => info(1080003, `A code was sent to ${email}.`),
  verified: success(1080002, "Your email is confirmed."),
  saved: success(1050001, "Your changes have been saved."),
  missing: (property: string): FlowMessage => ({ ...error(4000002, "This field is required."), context: { property } }),
  notAnEmail: error(4000001, "This is not a valid email address."),
  tooShort: (length: number): FlowMessage => ({
    ...error(4000032, `A password needs ${length} characters or more.`),
    context: { min_length: length },
  }),
  tooLong: (length: number): FlowMessage => error(4000017, `This must not be longer than ${length} characters.`),
  passwordHasIdentifier: error(4000031, "The password must not contain your email or your name."),
  passwordIsWeak: error(4000005, "This password is easy to guess. Make it longer, or use several unrelated words."),
  wrongCredentials: error(4000006, "The email or the password is wrong. Check both for typing mistakes."),
  emailTaken: error(4000007, "Another account already uses this email."),
  wrongCode: error(4000008, "The code is wrong or has expired. Wait for the next code and try again."),
  noAuthenticator: error(4000011, "This account has no authenticator app."),
  noKey: error(4000013, "This account has no security key."),
  unknownPasskey: error(4000015, "Unknown passkey. It may have been removed. Sign in another way."),
  foreignKey: error(4000015, "This security key does not belong to your account. Use one of your own keys."),
  unreadableKey: error(4000001, "The response of the security key is not valid. Please try again."),
  keyRefused: error(4000001, "The security key was not accepted. Please try again, or use another way."),
  keyForAnotherForm: error(
    4000001,
    "The response of the security key belongs to a different form or was already used. Please try again.",
  ),
  keyElsewhere: (publicUrl: string): FlowMessage =>
    error(4000001, `Security keys and passkeys work only at ${publicUrl}. Please open the console there.`),
  keyTaken: error(4000001, "This security key is already in use."),
  tooManyKeys: (count: number): FlowMessage =>
    error(4000001, `You already have ${count} keys, which is the maximum. Remove one first.`),
  unknownKey: error(4000001, "This security key no longer exists."),
  lastWayIn: error(4000001, "This is your only way to sign in. Choose a password or add a passkey first."),
  usedRecoveryCode: error(4000012, "This recovery code was already used. Use a different one."),
  noRecoveryCodes: error(4000014, "This account has no recovery codes."),
  wrongRecoveryCode: error(4000016, "This is not one of your recovery codes."),
  inactive: error(4000001, "This account is disabled. Ask an administrator to enable it."),
  tooManyAttempts: (seconds: number): FlowMessage =>
    error(4000001, `There were too many attempts to sign in. Try again in ${seconds} seconds.`),
  nothingToConfirm: error(4000001, "There are no new recovery codes to confirm. Generate them again."),
  elsewhere: {
    away: (label: string): FlowMessage =>
      error(4000001, `${label} cannot be reached at the moment. Try again shortly, or use another way.`),
    denied: (label: string): FlowMessage =>
      error(
        4000001,
        `Nothing was changed, because you did not give your consent at ${label}. Try again, or sign in another way.`,
      ),
    refused: (label: string): FlowMessage => error(4000001, `${label} did not confirm who you are. Please try again.`),
    otherAddress: (label: string, address: string): FlowMessage =>
      error(4000001, `Signing in with ${label} works only at ${address}. Please open this page there.`),
    unknown: (label: string): FlowMessage =>
      error(
        4000001,
        `No account is linked to your ${label} account. Sign in another way and link it in your profile, or ask an administrator to invite you.`,
      ),
    taken: (label: string): FlowMessage =>
      error(
        4000007,
        `An account with your email already exists. Sign in to it as usual, and link ${label} in your profile.`,
      ),
    notInvited: (label: string): FlowMessage =>
      error(4000001, `The invitation is for a different email than the one you use at ${label}.`),
    missing: (label: string): FlowMessage =>
      error(4000001, `${label} does not send your email, and an account needs one.`),
    unverified: (label: string): FlowMessage =>
      error(4000001, `Your email is not confirmed at ${label}. Confirm it there, and try again.`),
    foreign: (label: string): FlowMessage =>
      error(4000001, `Your email at ${label} is in a domain that is not allowed. Use a different ${label} account.`),
    linkedAlready: (label: string): FlowMessage =>
      error(
        4000007,
        `That ${label} account is linked to a different person, or you have already linked another account.`,
      ),
  },
  noSecondFactor: error(4010002, "This account has no second factor."),
  wrongToken: {
    recovery: error(4060004, "The link has expired or was already used. Please ask for a new one."),
    verification: error(4070001, "The link has expired or was already used. Please ask for a new one."),
  },
  wrongSentCode: {
    recovery: error(4060006, "The code is wrong or has expired. Check it, or request a new one."),
    verification: error(4070006, "The code is wrong or has expired. Check it, or request a new one."),
  },
  noMethod: {
    login: error(4010002, "The request does not contain a sign-in method. Please use the form."),
    registration: error(4010003, "The request does not contain a sign-up method. Please use the form."),
    settings: error(4010004, "The request does not specify the setting to change. Please use the form."),
  },
  expired: {
    login: error(4010001, "The form has expired. Please fill it in again."),
    registration: error(4040001, "The form has expired or was already used. Please fill it in again."),
    recovery: error(4060005, "The form has expired or was already used. Please start again."),
    verification: error(4070005, "The form has expired or was already used. Please start again."),
    settings: error(4050001, "The form has expired. Please make your changes again."),
  },
};
