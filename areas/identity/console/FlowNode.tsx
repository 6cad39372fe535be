import { Button } from "#console/widgets/Button.tsx";
import type { IconName } from "#console/widgets/Icon.tsx";
import { TextField } from "#console/widgets/TextField.tsx";
import type { UiNode, UiText } from "../model.ts";
import { autocompleteOf, type InputNode, isError, isInput, labelOf } from "./flow-nodes.ts";

interface FlowNodeProps {
  node: UiNode;
  isBusy: boolean;
  /** Whether the node is the button that was pressed. */
  isPressed: boolean;
  /** Whether there is nothing to save yet. */
  isUnchanged?: boolean;
  initial: Readonly<Record<string, string>>;
}

/** Buttons with a secondary style, such as sending the mail again. */
const secondary: ReadonlySet<string> = new Set(["email", "lookup_secret_reveal", "lookup_secret_regenerate"]);

/** Buttons that remove a factor. */
const removing: ReadonlySet<string> = new Set(["totp_unlink", "lookup_secret_disable"]);

/** One node of a flow. Scripts of nodes are never run; the console implements their function itself. */
export function FlowNode({ node, ...form }: FlowNodeProps) {
  if (isInput(node)) return <Input node={node} {...form} />;
  const { attributes } = node;
  switch (attributes.node_type) {
    case "text":
      return <Text label={labelOf(node)} text={attributes.text} />;
    case "img":
      return (
        <figure>
          <img
            src={attributes.src}
            alt={labelOf(node)}
            width={attributes.width}
            height={attributes.height}
            // QR codes have a white background in both themes, so that cameras can read them.
            className="size-40 rounded-md border border-line bg-white"
          />
          <figcaption className="mt-1.5 text-muted">{labelOf(node)}</figcaption>
        </figure>
      );
    case "a":
      return isWebAddress(attributes.href) ? (
        <a href={attributes.href} className="font-medium text-link hover:underline">
          {attributes.title.text}
        </a>
      ) : null;
    default:
      return null;
  }
}

function Input({ node, isBusy, isPressed, isUnchanged = false, initial }: FlowNodeProps & { node: InputNode }) {
  const { attributes, group } = node;
  const { name, type, disabled, required } = attributes;
  const value = String(attributes.value ?? "") || initial[name];
  const label = labelOf(node);
  switch (type) {
    case "hidden":
      return <input type="hidden" name={name} value={value ?? "true"} readOnly />;
    case "checkbox":
      return (
        <div>
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              name={name}
              value="true"
              defaultChecked={attributes.value === true || attributes.value === "true"}
              disabled={disabled}
              className="size-4 accent-accent"
            />
            {label}
          </label>
          <Messages messages={node.messages} />
        </div>
      );
    case "button":
      // A button that needs a script of the identity service is not rendered.
      if ("onclick" in attributes) return null;
      return (
        <Button type="submit" size="large" name={name} value={value ?? ""} disabled={disabled} className="w-full">
          {label}
        </Button>
      );
    case "submit":
      return (
        <div data-button={removing.has(name) ? "remove" : lookOf(node)}>
          <Button
            type="submit"
            look={lookOf(node)}
            name={name}
            value={value ?? ""}
            // A separate button, such as "send another code", does not need the form's fields.
            formNoValidate={name !== "method"}
            disabled={disabled || (isBusy && !isPressed) || (isUnchanged && name === "method")}
            isBusy={isBusy && isPressed}
            size="large"
            {...iconOf(node)}
            className={`w-full ${removing.has(name) ? "text-unhealthy-text!" : ""}`}
          >
            <span className="truncate" title={group === "oidc" ? label : undefined}>
              {label}
            </span>
          </Button>
          <Messages messages={node.messages} />
        </div>
      );
    default:
      return (
        <TextField
          label={label}
          name={name}
          type={type}
          defaultValue={value}
          required={required}
          disabled={disabled}
          maxLength={attributes.maxlength}
          pattern={attributes.pattern}
          autoComplete={autocompleteOf(attributes)}
          {...(name === "totp_code" && { inputMode: "numeric", maxLength: 6 })}
          // Names and codes must not be capitalised or corrected automatically.
          autoCapitalize="none"
          spellCheck={false}
          messages={node.messages.map((message) => ({ text: message.text, isError: isError(message) }))}
        />
      );
  }
}

const lookOf = ({ group, attributes: { name } }: InputNode) =>
  group === "oidc" || secondary.has(name) || removing.has(name) ? "plain" : "primary";

/** The icon of a provider shows whether the button links or unlinks the account. */
function iconOf({ group, attributes: { name } }: InputNode): { icon?: IconName } {
  if (group !== "oidc" || name === "provider") return {};
  return { icon: name === "unlink" ? "x" : "plus" };
}

function Messages({ messages }: { messages: readonly UiText[] }) {
  return messages.map((message) => (
    <p key={message.id} className={`mt-1.5 ${isError(message) ? "text-unhealthy-text" : "text-muted"}`}>
      {message.text}
    </p>
  ));
}

function Text({ label, text }: { label: string; text: UiText }) {
  return (
    <div>
      {label && <p className="mb-1.5 font-medium">{label}</p>}
      <p className="font-mono break-all">{text.text}</p>
    </div>
  );
}

const isWebAddress = (href: string) =>
  URL.canParse(href, location.origin) && /^https?:$/.test(new URL(href, location.origin).protocol);
