// Adds a button for each other identity provider. Programs get no buttons, because they cannot open a browser.
import type { UiNode } from "../../model.ts";
import { providerLabels } from "../flows/messages.ts";
import { input } from "../flows/nodes.ts";
import type { Flow } from "../flows/store.ts";
import { providersOf } from "../oidc/links.ts";
import type { Door } from "./door.ts";

const buttons = ({ oidc }: Door, label: (id: string, label: string) => UiNode["meta"]["label"]): UiNode[] =>
  oidc.providers.map((provider) =>
    input("oidc", { name: "provider", type: "submit", value: provider.id }, label(provider.id, provider.label)),
  );

/** To confirm an action, only the providers that the person has linked are offered. */
export async function signInNodes(door: Door, { type, requested_aal, refresh, person_id }: Flow): Promise<UiNode[]> {
  if (type === "api" || requested_aal === "aal2" || door.oidc.providers.length === 0) return [];
  const all = buttons(door, providerLabels.signIn);
  if (!refresh || person_id === null) return all;
  const linked = await providersOf(door.db, person_id);
  return all.filter(({ attributes }) => attributes.node_type === "input" && linked.has(String(attributes.value)));
}

export const signUpNodes = (door: Door, { type }: Flow): UiNode[] =>
  type === "api" ? [] : buttons(door, providerLabels.signUp);
