// Security keys and passkeys in the browser: maps the trigger name of each button to its WebAuthn ceremony, and errors
// to messages. The scripts of the identity service are never run.
import type { AnyFlow, UiNode, WebAuthnTrigger } from "../model.ts";
import { type InputNode, isInput } from "./flow-nodes.ts";

export interface Ceremony {
  kind: "create" | "get";
  /** The field that receives the response of the key. */
  answer: string;
  /** The options for the browser, in the format of the identity service. */
  options: string;
}

type Known = Omit<Ceremony, "options"> & {
  /** The node that contains the options, if the button does not contain them. */
  from?: string;
};

const known: Partial<Record<WebAuthnTrigger, Known>> = {
  oryWebAuthnRegistration: { kind: "create", answer: "webauthn_register" },
  oryPasskeySettingsRegistration: {
    kind: "create",
    answer: "passkey_settings_register",
    from: "passkey_create_data",
  },
  oryWebAuthnLogin: { kind: "get", answer: "webauthn_login" },
  oryPasskeyLogin: { kind: "get", answer: "passkey_login", from: "passkey_challenge" },
};

/** Fields that only the ceremony writes or reads; the form does not show them. */
const inner: ReadonlySet<string> = new Set(Object.values(known).flatMap(({ answer, from = answer }) => [answer, from]));

export const isInner = (node: UiNode) => isInput(node) && inner.has(node.attributes.name);

const valueOf = (nodes: readonly UiNode[], name: string) =>
  nodes.filter(isInput).find(({ attributes }) => attributes.name === name)?.attributes.value;

/** The ceremony that a button starts; undefined for other buttons. */
export function ceremonyOf({ attributes }: InputNode, { ui }: Pick<AnyFlow, "ui">): Ceremony | undefined {
  const { onclickTrigger, value } = attributes;
  const ceremony = onclickTrigger && known[onclickTrigger];
  if (!ceremony) return undefined;
  const { from, ...rest } = ceremony;
  return { ...rest, options: String((from === undefined ? value : valueOf(ui.nodes, from)) ?? "") };
}

/** The WebAuthn request to offer in the autofill suggestions of a field, if the flow has such a request. */
export function waitingCeremony({ ui }: Pick<AnyFlow, "ui">): Ceremony | undefined {
  const node = ui.nodes
    .filter(isInput)
    .find(({ attributes }) => attributes.onloadTrigger === "oryPasskeyLoginAutocompleteInit");
  const isAsked = ui.nodes
    .filter(isInput)
    .some(({ attributes }) => attributes.type !== "hidden" && attributes.autocomplete?.endsWith("webauthn"));
  return node && isAsked
    ? { kind: "get", answer: "passkey_login", options: String(node.attributes.value ?? "") }
    : undefined;
}

const isNumericHost = (hostname: string) => /^[\d.]+$/.test(hostname) || hostname.startsWith("[");

/** Returns the reason why no key can be used on this page; undefined if keys can be used. */
export function whyNoKeys(): string | undefined {
  if (!isSecureContext)
    return `Security keys and passkeys need a secure address: https, or localhost. This page is at ${location.origin}.`;
  if (!("PublicKeyCredential" in globalThis))
    return "This browser supports neither security keys nor passkeys. Please use a current browser.";
  if (isNumericHost(location.hostname))
    return `Security keys and passkeys need a host name. Open Quarterdeck at a domain name instead of ${location.hostname}.`;
  return undefined;
}

const load = () => import("@simplewebauthn/browser");

/** Asks the user for a key, and returns the key's response in the format that the form sends. */
export async function perform({ kind, options }: Ceremony, { asSuggestion = false } = {}): Promise<string> {
  const { startAuthentication, startRegistration } = await load();
  const { publicKey } = JSON.parse(options) as { publicKey: never };
  const answer =
    kind === "create"
      ? await startRegistration({ optionsJSON: publicKey })
      : await startAuthentication({ optionsJSON: publicKey, useBrowserAutofill: asSuggestion });
  return JSON.stringify(answer);
}

/** Cancels the ceremony that is waiting for the user. */
export async function stopAsking() {
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

/** The message after a failed ceremony; undefined if the ceremony was replaced by another ceremony. */
export function keyFailure(error: unknown): string | undefined {
  const name = error instanceof Error ? error.name : "";
  switch (name) {
    case "AbortError":
      return undefined;
    case "NotAllowedError":
      return "The request was cancelled or took too long. Please try again.";
    case "InvalidStateError":
      return "This key is already set up. Use a different key.";
    case "SecurityError":
      return `Security keys and passkeys of this console belong to a different address than ${location.origin}. Open the console at its configured address.`;
    case "ConstraintError":
    case "NotSupportedError":
      return "This key does not support the required options. Use a different key.";
    default:
      return `The browser could not use the key${error instanceof Error && error.message ? `: ${error.message}` : "."}`;
  }
}
