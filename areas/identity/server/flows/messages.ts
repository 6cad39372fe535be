// The sentences of flows, with the numeric ids that Kratos' clients know them by. The words are ours.
import type { FlowMessage } from "#language/columns.ts";

const info = (id: number, text: string): FlowMessage => ({ id, text, type: "info" });
const error = (id: number, text: string): FlowMessage => ({ id, text, type: "error" });

export const labels = {
  signIn: info(1010001, "Sign in"),
  password: info(1070001, "Password"),
  email: { ...info(1070002, "E-mail"), context: { title: "E-mail" } },
} satisfies Record<string, FlowMessage>;

export const messages = {
  confirmAction: info(1010003, "Please confirm that it is you."),
  secondFactor: info(1010004, "Please complete the second step."),
  missing: (property: string): FlowMessage => ({ ...error(4000002, "This field is required."), context: { property } }),
  tooLong: (length: number): FlowMessage => error(4000017, `This must not be longer than ${length} characters.`),
  wrongCredentials: error(4000006, "The e-mail or the password is wrong. Check both for typing mistakes."),
  inactive: error(4000001, "This account is closed at the moment. Ask an administrator to open it."),
  tooManyAttempts: (seconds: number): FlowMessage =>
    error(4000001, `There were too many attempts to sign in. Try again in ${seconds} seconds.`),
  loginExpired: error(4010001, "The form was open for too long. Please fill it in again."),
  noMethod: error(4010002, "It is not clear how you want to sign in. Please use the form."),
  noSecondFactor: error(4010002, "This account has no second step to complete."),
};
