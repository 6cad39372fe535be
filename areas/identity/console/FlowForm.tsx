import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import type { AnyFlow, NodeGroup, UiNode } from "../model.ts";
import { FlowNode } from "./FlowNode.tsx";
import { type InputNode, isError, isInput, leadsAway, nodesOf } from "./flow-nodes.ts";
import { flowValues, type FlowValues } from "./flow-values.ts";
import { KeyButton } from "./KeyButton.tsx";
import { ceremonyOf, isInner } from "./security-keys.ts";

interface FlowFormProps {
  flow: Pick<AnyFlow, "id" | "ui">;
  /** The node groups of this form, in addition to the default group. */
  groups: readonly NodeGroup[];
  isBusy: boolean;
  /** Initial values for fields without a value in the flow. */
  initial?: Readonly<Record<string, string>>;
  /** Whether the form focuses its first field. Only one of several forms should do this. */
  hasFocus?: boolean;
  /** `stack`: buttons as wide as the fields. `row`: buttons side by side, with the primary button on the right. */
  layout?: keyof typeof layouts;
  /** Disables the button that saves the form until a field differs from its saved value. */
  needsChange?: boolean;
  /** Renders the nodes that only this flow has; returns undefined for all others. */
  drawNode?: (node: UiNode, state: NodeState) => ReactNode;
  submit: (values: FlowValues) => void;
}

export interface NodeState {
  isBusy: boolean;
  /** Whether the node is the button that was pressed. */
  isPressed: boolean;
}

const layouts = {
  stack: "flex flex-col",
  row: [
    "flex flex-wrap items-start *:w-full *:data-button:w-auto *:data-[button=primary]:ml-auto *:data-[button=remove]:ml-auto",
    // The first and the last name share a line, as do the QR code and its secret.
    "@xl:[&>:has([autocomplete=given-name],[autocomplete=family-name])]:w-[calc(50%-0.25rem)]",
    "@xl:[&>figure]:w-auto @xl:[&>figure+div]:w-auto @xl:[&>figure+div]:flex-1 @xl:[&>figure+div]:pl-4",
  ].join(" "),
};

/** A form that is generated from the nodes of a flow. */
export function FlowForm({
  flow,
  groups,
  isBusy,
  initial = {},
  hasFocus = true,
  layout = "stack",
  needsChange = false,
  drawNode,
  submit,
}: FlowFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const nodes = nodesOf(flow, groups).filter((node) => !isInner(node));
  const [pressed, setPressed] = useState<string>();
  const [isChanged, setChanged] = useState(false);

  useEffect(() => {
    if (!hasFocus) return;
    const next = form.current && nextField(form.current, isRefused(flow));
    next?.focus();
    next?.select();
  }, [flow, hasFocus]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // The browser never submits the form itself, not even to sign in with a provider, because the content security
    // policy (form-action) forbids forms that submit to other sites. The response contains the address to redirect to.
    event.preventDefault();
    if (isBusy) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    setPressed(submitter instanceof HTMLButtonElement ? keyOf(submitter) : undefined);
    submit(valuesOf(new FormData(event.currentTarget, submitter)));
  };

  const valuesOf = (fields: FormData) => {
    const checkboxes = nodes.filter(isInput).filter(({ attributes }) => attributes.type === "checkbox");
    return flowValues(fields, new Set(checkboxes.map(({ attributes }) => attributes.name)));
  };

  const answer = (node: InputNode, fields: Readonly<Record<string, string>>) => {
    if (!form.current || isBusy) return;
    setPressed(keyOf(node.attributes));
    submit({ ...valuesOf(new FormData(form.current)), ...fields });
  };

  return (
    <form
      ref={form}
      action={flow.ui.action}
      method={flow.ui.method}
      onSubmit={onSubmit}
      onInput={(event) => needsChange && setChanged(isEdited(event.currentTarget))}
      aria-busy={isBusy}
      className={`${layouts[layout]} ${leadsAway(groups) ? "gap-2" : "gap-x-2 gap-y-4"}`}
    >
      {nodes.map((node, index) => {
        // The name is part of the key, so that the field is reset when the next step is shown.
        const key = `${flow.id}-${index}-${nameOf(node)}`;
        const isPressed = isInput(node) && keyOf(node.attributes) === pressed;
        const ceremony = isInput(node) ? ceremonyOf(node, flow) : undefined;
        const drawn = drawNode?.(node, { isBusy, isPressed });
        if (drawn !== undefined) return <Fragment key={key}>{drawn}</Fragment>;
        return isInput(node) && ceremony ? (
          <KeyButton
            key={key}
            node={node}
            ceremony={ceremony}
            isBusy={isBusy && isPressed}
            answer={(fields) => answer(node, fields)}
          />
        ) : (
          <FlowNode
            key={key}
            node={node}
            isBusy={isBusy}
            isPressed={isPressed}
            isUnchanged={needsChange && !isChanged}
            initial={initial}
          />
        );
      })}
    </form>
  );
}

const isEdited = ({ elements }: HTMLFormElement) =>
  [...elements].some((field) => field instanceof HTMLInputElement && field.value !== field.defaultValue);

/** Identifies a button, so that only the pressed button shows that it is busy. */
const keyOf = ({ name, value }: { name: string; value?: string | number | boolean }) =>
  `${name}=${String(value ?? "")}`;

const nameOf = (node: UiNode) => (isInput(node) ? node.attributes.name : node.type);

/**
 * Returns the field to focus: the first invalid field; otherwise the first empty field, unless a submit was refused;
 * otherwise the last field.
 */
function nextField(form: HTMLFormElement, isRefused: boolean) {
  const fields = [...form.querySelectorAll<HTMLInputElement>("input:not([type=hidden]):not(:disabled)")];
  const wrong = fields.find((field) => field.getAttribute("aria-invalid") === "true");
  return wrong ?? (isRefused ? undefined : fields.find((field) => field.value === "")) ?? fields.at(-1);
}

/** Whether the flow or one of its nodes has an error message. */
const isRefused = ({ ui }: Pick<AnyFlow, "ui">) =>
  [...(ui.messages ?? []), ...ui.nodes.flatMap(({ messages }) => messages)].some(isError);
