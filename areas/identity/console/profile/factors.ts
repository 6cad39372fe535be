// The state of each factor, read from the nodes of the settings flow.
import type { Meaning } from "#console/widgets/StatusMark.tsx";
import type { NodeGroup, SettingsFlow, UiNode } from "../../model.ts";
import { hasGroup, isInput } from "../flow-nodes.ts";
import { keyOf } from "./KeyRow.tsx";

export interface Factor {
  group: NodeGroup;
  name: string;
  state: string;
  meaning: Meaning;
}

/** A warning is shown if at most this number of unused recovery codes is left. */
const FEW_CODES = 3;

export function factorsOf(flow: Pick<SettingsFlow, "ui">): readonly Factor[] {
  const has = (group: NodeGroup) => hasGroup(flow, group);
  const hasApp = buttonOf(flow, "totp_unlink") !== undefined;
  const securityKeys = countKeys(flow, "webauthn");
  return [
    ...(has("password") ? [passwordFactor(flow)] : []),
    ...(has("totp") ? [{ group: "totp", name: "Authenticator app", ...state(hasApp, "On", "Off") } as const] : []),
    ...(has("passkey") ? [keyFactor("passkey", "Passkeys", countKeys(flow, "passkey"))] : []),
    ...(has("webauthn") ? [keyFactor("webauthn", "Security keys", securityKeys)] : []),
    ...(has("lookup_secret") ? [codesFactor(flow, { isNeeded: hasApp || securityKeys > 0 })] : []),
  ];
}

/** Whether sign-in can require more than the password. */
export const hasSecondFactor = (flow: Pick<SettingsFlow, "ui">) =>
  buttonOf(flow, "totp_unlink") !== undefined || countKeys(flow, "webauthn") > 0;

export const hasRecoveryCodes = (flow: Pick<SettingsFlow, "ui">) =>
  codesFactor(flow, { isNeeded: false }).meaning !== "unknown";

/** The button that makes new recovery codes valid. */
export const CONFIRM_CODES = "lookup_secret_confirm";

/** Recovery codes that wait for confirmation: the first codes, or new codes that replace the current codes. */
export type NewCodes = "first" | "replacing";

export function newCodesIn(flow: Pick<SettingsFlow, "ui">): NewCodes | undefined {
  const button = buttonOf(flow, CONFIRM_CODES);
  return button && ("codes_left" in contextOf(button) ? "replacing" : "first");
}

const state = (isSet: boolean, words: string, otherwise: string): Pick<Factor, "state" | "meaning"> =>
  isSet ? { state: words, meaning: "healthy" } : { state: otherwise, meaning: "unknown" };

function passwordFactor(flow: Pick<SettingsFlow, "ui">): Factor {
  const field = flow.ui.nodes.filter(isInput).find(({ attributes }) => attributes.name === "password");
  return { group: "password", name: "Password", ...state(contextOf(field)["is_set"] === true, "Set", "Not set") };
}

const keyFactor = (group: NodeGroup, name: string, count: number): Factor => ({
  group,
  name,
  ...state(count > 0, `${count} set up`, "None"),
});

/**
 * `isNeeded` means that sign-in requires a second factor, so without recovery codes a person who loses the device is
 * locked out.
 */
function codesFactor(flow: Pick<SettingsFlow, "ui">, { isNeeded }: { isNeeded: boolean }): Factor {
  const factor = { group: "lookup_secret", name: "Recovery codes" } as const;
  const buttons = ["lookup_secret_regenerate", CONFIRM_CODES].map((name) => buttonOf(flow, name));
  const { codes_left: left, codes_total: total } =
    buttons.map(contextOf).find((context) => "codes_left" in context) ?? {};
  if (typeof left === "number")
    return { ...factor, state: `${left} of ${String(total)} left`, meaning: left > FEW_CODES ? "healthy" : "warning" };
  return { ...factor, state: "None", meaning: isNeeded ? "warning" : "unknown" };
}

const buttonOf = ({ ui }: Pick<SettingsFlow, "ui">, name: string) =>
  ui.nodes.filter(isInput).find(({ attributes }) => attributes.name === name);

const countKeys = ({ ui }: Pick<SettingsFlow, "ui">, group: NodeGroup) =>
  ui.nodes.filter(isInput).filter((node) => node.group === group && keyOf(node)).length;

const contextOf = (node: UiNode | undefined) => node?.meta.label?.context ?? {};
