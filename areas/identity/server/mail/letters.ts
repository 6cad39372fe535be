// The texts of the mails.
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
    "Someone, probably you, requested access to your Quarterdeck account.",
    code === undefined ? undefined : `Enter this code in the form that you have open:\n\n    ${code}`,
    `${code === undefined ? "Open this link" : "Or open this link"} to sign in and choose a new password:\n\n${link}`,
    "The code and the link work once, within an hour. If you did not request this, you can ignore this mail.",
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
    "The code and the link work once, within an hour. If you did not request this, you can ignore this mail.",
  ),
});

export const invitationLetter = ({ recipient, link, from }: Sent & { from: string }): Letter => ({
  kind: "invitation",
  recipient,
  subject: "You are invited to Quarterdeck",
  body: lines(
    `${from} has invited you to Quarterdeck.`,
    `Open this link to create your account:\n\n${link}`,
    "The link works once, within a week.",
  ),
});

/** Sent to the previous email of an account. */
export const emailChangedLetter = ({ recipient, to }: { recipient: string; to: string }): Letter => ({
  kind: "notice",
  recipient,
  subject: "The email of your Quarterdeck account was changed",
  body: lines(
    `The email of your Quarterdeck account is now ${to}`,
    "From now on you sign in with this email, and mails are sent to it.",
    "If you did not change it, contact an administrator at once: someone else may have access to your account.",
  ),
});

const lines = (...parts: (string | undefined)[]) => `${parts.filter((part) => part !== undefined).join("\n\n")}\n`;
