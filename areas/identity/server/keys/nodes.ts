// The nodes of security keys and passkeys in the shape of Kratos: the options are a value, the response is a hidden
// field, and a button contains the name of the function that connects them. webauthn.js contains the functions for
// other pages; the console has its own functions.
import type { NodeGroup, UiNode, UiText, WebAuthnTrigger } from "../../model.ts";
import { doorPath } from "../door/door.ts";
import { input } from "../flows/nodes.ts";
import { scriptIntegrity, scriptPath } from "./script.ts";

export const answerNode = (group: NodeGroup, name: string): UiNode => input(group, { name, type: "hidden", value: "" });

/** The node with the options to sign, for a button that does not contain them. */
export const optionsNode = (
  group: NodeGroup,
  { name, onload }: { name: string; onload?: WebAuthnTrigger },
  options: object,
): UiNode =>
  input(group, {
    name,
    type: "hidden",
    value: JSON.stringify(options),
    ...(onload && { onload: `window.${onload}()`, onloadTrigger: onload }),
  });

export function triggerNode(
  group: NodeGroup,
  { name, trigger, label }: { name: string; trigger: WebAuthnTrigger; label: UiText },
  options?: object,
): UiNode {
  const value = options === undefined ? "" : JSON.stringify(options);
  return input(
    group,
    { name, type: "button", value, onclick: `window.${trigger}(${value})`, onclickTrigger: trigger },
    label,
  );
}

export const scriptNode = (group: NodeGroup, publicUrl: string): UiNode => ({
  type: "script",
  group,
  attributes: {
    node_type: "script",
    id: "webauthn_script",
    src: publicUrl + doorPath + scriptPath,
    type: "text/javascript",
    async: true,
    crossorigin: "anonymous",
    referrerpolicy: "no-referrer",
    integrity: scriptIntegrity,
    nonce: "",
  },
  messages: [],
  meta: {},
});
