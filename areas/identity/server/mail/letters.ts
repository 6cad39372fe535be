// The texts of the letters.
import type { Letter } from "./mail.ts";

interface Sent {
  recipient: string;
  link: string;
}

export const recoveryLetter = ({ recipient, link, code }: Sent & { code: string | undefined }): Letter => ({
  kind: "recovery",
  recipient,
  subject: "Get back into your Quarterdeck account",
  body: lines(
    "Somebody, probably you, asked for a way back into your Quarterdeck account.",
    code === undefined ? undefined : `Enter this code in the form that you have open:\n\n    ${code}`,
    `${code === undefined ? "Open this link" : "Or open this link"} to sign in and choose a new password:\n\n${link}`,
    "Both work for an hour, and once. If it was not you, there is nothing to do.",
  ),
});

export const verificationLetter = ({ recipient, link, code }: Sent & { code: string | undefined }): Letter => ({
  kind: "verification",
  recipient,
  subject: "Confirm your email for Quarterdeck",
  body: lines(
    "Please confirm that this email is yours.",
    code === undefined ? undefined : `Enter this code in the form that you have open:\n\n    ${code}`,
    `${code === undefined ? "Open this link" : "Or open this link"}:\n\n${link}`,
    "Both work for an hour, and once. If you do not know what this is about, there is nothing to do.",
  ),
});

export const invitationLetter = ({ recipient, link, from }: Sent & { from: string }): Letter => ({
  kind: "invitation",
  recipient,
  subject: "You are invited to Quarterdeck",
  body: lines(
    `${from} has invited you to Quarterdeck.`,
    `Open this link to create your account:\n\n${link}`,
    "It works for a week, and once.",
  ),
});

/** Sent to the previous email of an account. */
export const emailChangedLetter = ({ recipient, to }: { recipient: string; to: string }): Letter => ({
  kind: "notice",
  recipient,
  subject: "The email of your Quarterdeck account was changed",
  body: lines(
    `Your Quarterdeck account has another email now: ${to}`,
    "From now on you sign in with that one, and letters go there.",
    "If it was not you, tell an administrator at once: somebody may have got into your account.",
  ),
});

const lines = (...parts: (string | undefined)[]) => `${parts.filter((part) => part !== undefined).join("\n\n")}\n`;
