// The settings for security keys and for passkeys, which differ only in their names and requirements.
import { deviceName } from "#language/device-name.ts";
import { labels, messages, removeKeyLabel, removePasskeyLabel } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import { checkNewKey, creationOptions } from "../keys/ceremony.ts";
import { answerNode, optionsNode, scriptNode, triggerNode } from "../keys/nodes.ts";
import { addKey, handleOf, removeKey, type Key, type KeyUse } from "../keys/store.ts";
import type { UiNode } from "../../model.ts";
import { fieldOf, refuse, type Applied, type SettingsContext, type SettingsMethod, type Submitted } from "./method.ts";
import { isLastWayIn, passkeyWay, requireAnotherWay } from "./ways-in.ts";

const maxKeys = 25;
const maxNameLength = 100;

interface Names {
  /** The field for the response of a new key. */
  register: string;
  remove: string;
}

const refuseWith = (message: typeof messages.keyRefused): Applied => ({
  status: "refused",
  ui: { messages: [message] },
});

const deedAbout = (use: KeyUse, personId: string, name: string) => ({
  resource_type: "credentials",
  resource_id: personId,
  resource_name: `${use} ${name}`,
});

const removalNodes = (use: KeyUse, { remove }: Names, context: SettingsContext): UiNode[] =>
  context.keys
    .filter((key) => key.use === use)
    .map((key) => {
      const label = use === "passkey" ? removePasskeyLabel(key) : removeKeyLabel(key);
      const node = input(use, { name: remove, type: "submit", value: handleOf(key) }, label);
      return isLast(key, context) ? { ...node, attributes: { ...node.attributes, disabled: true } } : node;
    });

/** A passkey may be the only way to sign in. */
const isLast = (key: Key, context: SettingsContext) => key.use === "passkey" && isLastWayIn(context, passkeyWay(key));

function remove(use: KeyUse, handle: string, context: SettingsContext): Applied {
  const key = context.keys.find((each) => each.use === use && handleOf(each) === handle);
  if (!key) return refuseWith(messages.unknownKey);
  if (isLast(key, context)) return refuseWith(messages.lastWayIn);
  return {
    status: "saved",
    async write(tx) {
      if (use === "passkey") await requireAnotherWay(tx, context, passkeyWay(key));
      await removeKey(tx, key);
    },
    deed: { action: "delete", ...deedAbout(use, context.identity.id, key.name) },
  };
}

async function register(use: KeyUse, answer: string, name: string, context: SettingsContext): Promise<Applied> {
  const { publicUrl, identity, keys } = context;
  if (keys.filter((key) => key.use === use).length >= maxKeys) return refuseWith(messages.tooManyKeys(maxKeys));
  const challenge = await context.takeChallenge();
  if (challenge === undefined) return refuseWith(messages.keyForAnotherForm);
  const created = await checkNewKey(use, { publicUrl, challenge }, answer);
  if ("text" in created) return refuseWith(created);
  return {
    status: "saved",
    write: (tx) => addKey(tx, { ...created, person_id: identity.id, use, name }),
    deed: { action: "create", ...deedAbout(use, identity.id, name) },
    taken: { messages: [messages.keyTaken] },
    // A passkey is an additional way to sign in and does not affect existing sessions.
    ...(use === "webauthn" && { endsOtherSessions: true, lifts: true }),
  };
}

const refuseNothing = refuseWith(messages.noMethod.settings);

const keyFields: Names = { register: "webauthn_register", remove: "webauthn_remove" };

export const webauthn: SettingsMethod = {
  method: "webauthn",
  buttons: Object.values(keyFields),
  isSensitive: () => true,

  nodes: (context) => [
    scriptNode("webauthn", context.publicUrl),
    ...removalNodes("webauthn", keyFields, context),
    input(
      "webauthn",
      { name: "webauthn_register_displayname", type: "text", value: "", maxlength: maxNameLength },
      labels.keyName,
    ),
    answerNode("webauthn", keyFields.register),
    triggerNode(
      "webauthn",
      { name: "webauthn_register_trigger", trigger: "oryWebAuthnRegistration", label: labels.addKey },
      { publicKey: creationOptions("webauthn", context, context) },
    ),
  ],

  async apply(submitted, context) {
    const removed = fieldOf(submitted, keyFields.remove);
    if (removed !== "") return remove("webauthn", removed, context);
    const answer = fieldOf(submitted, keyFields.register);
    if (answer === "") return refuseNothing;
    const name = fieldOf(submitted, "webauthn_register_displayname") || "Security key";
    if (name.length > maxNameLength)
      return refuse({ webauthn_register_displayname: { messages: [messages.tooLong(maxNameLength)] } });
    return register("webauthn", answer, name, context);
  },
};

const passkeyFields: Names = { register: "passkey_settings_register", remove: "passkey_remove" };

export const passkey: SettingsMethod = {
  method: "passkey",
  buttons: Object.values(passkeyFields),
  isSensitive: () => true,

  nodes: (context) => [
    scriptNode("passkey", context.publicUrl),
    ...removalNodes("passkey", passkeyFields, context),
    optionsNode(
      "passkey",
      { name: "passkey_create_data" },
      { publicKey: creationOptions("passkey", context, context) },
    ),
    answerNode("passkey", passkeyFields.register),
    triggerNode("passkey", {
      name: "passkey_register_trigger",
      trigger: "oryPasskeySettingsRegistration",
      label: labels.addPasskey,
    }),
  ],

  async apply(submitted: Submitted, context) {
    const removed = fieldOf(submitted, passkeyFields.remove);
    if (removed !== "") return remove("passkey", removed, context);
    const answer = fieldOf(submitted, passkeyFields.register);
    if (answer === "") return refuseNothing;
    return register("passkey", answer, deviceName(context.userAgent), context);
  },
};
