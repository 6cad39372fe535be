import { checkPassword, normaliseEmail, stillHolds } from "../accounts.ts";
import { labels, messages } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import type { Flow } from "../flows/store.ts";
import { refuseFields, type SignInMethod } from "./method.ts";

/** Maximum length of the typed identifier that is shown again. */
const maxIdentifierLength = 320;

/** Zero bytes and lone surrogates cannot be stored. */
const text = (value: unknown) => (typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : "");

/** To confirm an action the person is known, and only the password is needed. */
const knownIdentifier = ({ refresh, person_id, ui }: Flow) =>
  refresh && person_id !== null ? ui.fields?.["identifier"]?.value : undefined;

export const password: SignInMethod = {
  method: "password",
  steps: ["aal1"],
  aal: "aal1",

  nodes: (flow) => [
    knownIdentifier(flow) !== undefined
      ? input("default", { name: "identifier", type: "hidden", value: "", required: true }, labels.email)
      : input(
          "default",
          { name: "identifier", type: "text", value: "", required: true, autocomplete: "username webauthn" },
          labels.email,
        ),
    input(
      "password",
      { name: "password", type: "password", required: true, autocomplete: "current-password" },
      labels.password,
    ),
    input("password", { name: "method", type: "submit", value: "password" }, labels.signIn),
  ],

  async attempt(submitted, { db, flow, origin, recogniseDevice }) {
    const identifier = knownIdentifier(flow) ?? text(submitted["identifier"]);
    const secret = typeof submitted["password"] === "string" ? submitted["password"] : "";
    const value = identifier.slice(0, maxIdentifierLength);
    const kept = { identifier: { value } };
    if (identifier.trim() === "" || secret === "")
      return refuseFields({
        identifier: { value, messages: identifier.trim() === "" ? [messages.missing("identifier")] : [] },
        password: { messages: secret === "" ? [messages.missing("password")] : [] },
      });
    const account = normaliseEmail(identifier);
    const checked = await checkPassword(db, {
      email: account,
      password: secret,
      origin,
      device: recogniseDevice(account),
    });
    switch (checked.status) {
      case "right":
        return { status: "passed", personId: checked.personId, account, stillHolds: (tx) => stillHolds(tx, checked) };
      case "inactive":
        return { status: "refused", ui: { messages: [messages.inactive], fields: kept } };
      case "wrong":
        return { status: "refused", ui: { messages: [messages.wrongCredentials], fields: kept } };
    }
  },
};
