import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { draw, press, until } from "#tests/console/draw.ts";
import type { Parameter } from "../../parameter.ts";
import { editorSizeOf } from "./CodeField.tsx";
import { isSendable, shownValue, valuesToSend, type TypedValues } from "./form-values.ts";
import { ParameterForm, type ParameterFormProps } from "./ParameterForm.tsx";

let latest: TypedValues = {};
const keep = (typed: TypedValues) => {
  latest = typed;
};
beforeEach(() => keep({}));

function Held({ initial = {}, ...rest }: Omit<ParameterFormProps, "typed" | "onChange"> & { initial?: TypedValues }) {
  const [typed, setTyped] = useState(initial);
  const change = (next: TypedValues) => {
    keep(next);
    setTyped(next);
  };
  return <ParameterForm {...rest} typed={typed} onChange={change} />;
}

const drawForm = async (props: Parameters<typeof Held>[0]) => {
  const cache = new QueryClient();
  const node = (more: object = {}) => (
    <QueryClientProvider client={cache}>
      <Held {...props} {...more} />
    </QueryClientProvider>
  );
  const { element, redraw } = await draw(node());
  return { element, redraw: (more: object) => redraw(node(more)) };
};

/** Finds the control with this label. */
function control(element: HTMLElement, label: string): HTMLInputElement {
  const found = [...element.querySelectorAll("label")].find(({ textContent }) => textContent?.startsWith(label));
  return document.getElementById(found!.htmlFor) as HTMLInputElement;
}

/** Sets the value with the native setter and dispatches an event, because React only handles such events. */
async function type(input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string): Promise<void> {
  const prototype = Object.getPrototypeOf(input) as object;
  const setter = Object.getOwnPropertyDescriptor(prototype, "value")!.set!;
  await act(async () => {
    setter.call(input, text);
    input.dispatchEvent(new Event(input.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
  });
}

async function leave(input: HTMLElement): Promise<void> {
  await act(async () => {
    input.focus();
    input.blur();
  });
}

const parameterWith = (parameter: Partial<Parameter>): Parameter => ({ name: "x", label: "Field", ...parameter });

test("PB-15: a text field keeps the typed text, and clearing it stores an empty string", async () => {
  const { element } = await drawForm({ parameters: [parameterWith({ default: "web" })] });
  const input = control(element, "Field");
  expect(input.value).toBe("web");
  expect(latest).toEqual({});
  await type(input, "db");
  expect(latest).toEqual({ x: "db" });
  await type(input, "");
  expect(latest).toEqual({ x: "" });
  expect(control(element, "Field").value).toBe("");
});

test.each<[string, Partial<Parameter>, tag: string, typed: string, stored: string]>([
  ["multiline text", { properties: { multiline: true } }, "TEXTAREA", "a\nb", "a\nb"],
  ["number", { properties: { format: "number" } }, "INPUT", "1.50", "1.5"],
  ["millicores", { type: "millicores" }, "INPUT", "250", "250m"],
  ["millicores format", { properties: { format: "millicores" } }, "INPUT", "250", "250m"],
  ["bytes", { type: "bytes" }, "INPUT", "512", "512Mi"],
  ["bytes format", { properties: { format: "bytes" } }, "INPUT", "2", "2Mi"],
  ["duration", { type: "duration" }, "INPUT", "90m", "90m"],
  ["secret", { type: "secret" }, "INPUT", "s3cret", "s3cret"],
  ["code in another language", { type: "code", properties: { language: "bash" } }, "TEXTAREA", "ls\n", "ls\n"],
  ["list", { type: "list", properties: { options: [{ label: "A", value: "a" }, "b"] } }, "SELECT", "1", "b"],
  ["duration with options", { type: "duration", properties: { options: ["1h", "2h"] } }, "SELECT", "0", "1h"],
])("PB-15, PB-18, PB-19: %s", async (_, parameter, tag, typed, stored) => {
  const { element } = await drawForm({ parameters: [parameterWith(parameter)] });
  const input = control(element, "Field");
  expect(input.tagName).toBe(tag);
  await type(input, typed);
  expect(latest).toEqual({ x: stored });
});

test("PB-15: a secret is masked in the field", async () => {
  const { element } = await drawForm({ parameters: [parameterWith({ type: "secret" })] });
  expect(control(element, "Field").type).toBe("password");
});

test("PB-15: a checkbox stores texts, and an untouched checkbox sends false", async () => {
  const parameters = [parameterWith({ type: "checkbox" })];
  const { element } = await drawForm({ parameters });
  expect(valuesToSend(parameters, {})).toEqual({ x: "false" });
  const box = element.querySelector("[role=switch], input[type=checkbox]");
  await press(box);
  expect(latest).toEqual({ x: "true" });
  await press(box);
  expect(latest).toEqual({ x: "false" });
});

test("PB-15: a list with several choices stores the choices in order", async () => {
  const parameters = [parameterWith({ type: "list", properties: { multiple: true, options: ["a", "b", "c"] } })];
  const { element } = await drawForm({ parameters });
  const boxes = element.querySelectorAll("input[type=checkbox]");
  await press(boxes[2]!);
  await press(boxes[0]!);
  expect(latest).toEqual({ x: "a,c" });
});

test("PB-15: a selector is edited as YAML and stored as JSON", async () => {
  const { element } = await drawForm({ parameters: [parameterWith({ type: "configs" })] });
  await until(() => expect(control(element, "Field").readOnly).toBe(false));
  await type(control(element, "Field"), "types: [A]");
  expect(latest).toEqual({ x: '{"types":["A"]}' });
});

test.each<[Parameter["type"], Parameter["properties"]]>([
  ["people", { role: "admin" }],
  ["team", {}],
  ["config", { filter: [{ types: ["A"] }] }],
  ["component", {}],
  ["check", {}],
])("PB-15: a %s is chosen from a list that can be opened with the keyboard", async (kind, properties) => {
  const { element } = await drawForm({ parameters: [parameterWith({ type: kind, properties })] });
  const box = element.querySelector("[role=combobox]");
  expect(box).not.toBeNull();
  expect((box as HTMLElement).tabIndex).toBe(0);
});

test("PB-16: a problem is shown when its field loses focus, and all problems after a failed submit", async () => {
  const parameters = [
    parameterWith({ properties: { minLength: 3 } }),
    parameterWith({ name: "y", label: "Other", required: true }),
    parameterWith({ name: "z", label: "Third", properties: { regex: "[a-z]+" } }),
  ];
  const { element, redraw } = await drawForm({ parameters, initial: { z: "1" } });
  const input = control(element, "Field");
  await type(input, "ab");
  expect(element.textContent).not.toContain("must");
  await leave(input);
  await until(() => expect(element.textContent).toContain("This field must have at least 3 characters"));
  expect(control(element, "Field").getAttribute("aria-invalid")).toBe("true");
  expect(element.textContent).not.toContain("is required");
  await redraw({ showsAll: true });
  expect(element.textContent).toContain("This field is required");
  expect(element.textContent).toContain("This field must match [a-z]+");
  await type(control(element, "Field"), "abc");
  expect(element.textContent).not.toContain("at least 3");
});

test("PB-20: code editors have five sizes", () => {
  const sizes = ["very-small", "small", "medium", "large", "full"];
  const sizeOf = (size: string) => editorSizeOf(parameterWith({ type: "code", properties: { size } }));
  expect(sizes.map(sizeOf)).toEqual(sizes);
  expect(sizeOf("huge")).toBe("small");
});

test("PB-20: a YAML editor has the label and the size of its parameter", async () => {
  const parameter = parameterWith({ type: "code", required: true, properties: { size: "large" } });
  const { element } = await drawForm({ parameters: [parameter] });
  expect(element.querySelector("figure")?.getAttribute("aria-label")).toBe("Field (required)");
  expect(element.querySelector("figure")?.className).toContain("h-[32rem]");
});

test("PB-08: the form can be submitted only if every value is valid", () => {
  const parameters = [parameterWith({ required: true }), parameterWith({ name: "y", type: "duration" })];
  expect(isSendable(parameters, {})).toBe(false);
  expect(isSendable(parameters, { x: "a" })).toBe(true);
  expect(isSendable(parameters, { x: "a", y: "soon" })).toBe(false);
});

test("a pattern that browsers cannot parse is left to the server", () => {
  expect(isSendable([parameterWith({ properties: { regex: "(?i)abc" } })], { x: "ABC" })).toBe(true);
});

test("changing a value that other parameters depend on refetches them and shows the new defaults", async () => {
  const first = [
    parameterWith({ name: "a", label: "First" }),
    parameterWith({ name: "b", label: "Second", dependsOn: ["a"], default: "1" }),
  ];
  const onDependency = vi.fn<(values: Readonly<Record<string, string>>) => void>();
  const { element, redraw } = await drawForm({ parameters: first, onDependency });
  await type(control(element, "Second"), "");
  await type(control(element, "First"), "x");
  await until(() => expect(onDependency).toHaveBeenCalledTimes(1));
  expect(onDependency).toHaveBeenCalledWith({ a: "x", b: "" });
  const second = [
    first[0]!,
    { ...first[1]!, default: "2" },
    parameterWith({ name: "c", label: "Third", default: "3" }),
  ];
  await redraw({ parameters: second });
  expect(control(element, "Second").value).toBe("");
  expect(control(element, "Third").value).toBe("3");
  expect(shownValue(second[1]!, {})).toBe("2");
  expect(onDependency).toHaveBeenCalledTimes(1);
});

test("errors from the server are shown under their fields, which can be reached in order with the keyboard", async () => {
  const parameters = [parameterWith({}), parameterWith({ name: "y", label: "Other" })];
  const { element } = await drawForm({ parameters, problems: { y: "Other must be a team" } });
  expect(element.textContent).toContain("Other must be a team");
  const order = [...element.querySelectorAll("input")].map((input) => [input.id, input.tabIndex]);
  expect(order).toEqual([
    [control(element, "Field").id, 0],
    [control(element, "Other").id, 0],
  ]);
});
