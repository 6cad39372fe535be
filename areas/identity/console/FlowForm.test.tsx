import { describe, expect, test, vi } from "vitest";
import { draw, press } from "#tests/console/draw.ts";
import type { InputAttributes, NodeGroup, UiNode, UiText } from "../model.ts";
import { FlowForm } from "./FlowForm.tsx";
import { drawSettingsNode } from "./profile/settings-nodes.tsx";
import type { FlowValues } from "./flow-values.ts";

const text = (words: string, type: UiText["type"] = "info"): UiText => ({ id: 1, text: words, type });

const input = (
  attributes: Partial<InputAttributes> & Pick<InputAttributes, "name" | "type">,
  { label, group = "password", messages = [] }: { label?: string; group?: NodeGroup; messages?: UiText[] } = {},
): UiNode => ({
  type: "input",
  group,
  attributes: { node_type: "input", disabled: false, ...attributes },
  messages,
  meta: label === undefined ? {} : { label: text(label) },
});

const node = (attributes: UiNode["attributes"], label?: string): UiNode => ({
  type: attributes.node_type,
  group: "password",
  attributes,
  messages: [],
  meta: label === undefined ? {} : { label: text(label) },
});

const csrf = input({ name: "csrf_token", type: "hidden", value: "c" }, { group: "default" });
const sign = input({ name: "method", type: "submit", value: "password" }, { label: "Sign in" });

async function drawForm(nodes: UiNode[], { groups = ["password"] as NodeGroup[], isBusy = false } = {}) {
  const submit = vi.fn<(values: FlowValues) => void>();
  const flow = { id: "f", ui: { action: "/api/.ory/self-service/login?flow=f", method: "POST" as const, nodes } };
  const form = (busy: boolean) => (
    <FlowForm
      flow={flow}
      groups={groups}
      isBusy={busy}
      drawNode={(drawn, state) => drawSettingsNode(drawn, { ...state, newCodes: undefined })}
      submit={submit}
    />
  );
  const { element, redraw } = await draw(form(isBusy));
  return { element, submit, busy: () => redraw(form(true)) };
}

describe("ID-24 each type of node has its own control", () => {
  test("an input is a field with the label and the value from the identity service", async () => {
    const { element } = await drawForm([
      input({ name: "identifier", type: "email", value: "a@b.c", required: true, maxlength: 9 }, { label: "Email" }),
    ]);
    const field = element.querySelector("input");
    expect(element.querySelector("label")?.textContent).toBe("Email");
    expect(element.querySelector("label")?.htmlFor).toBe(field?.id);
    expect(field).toMatchObject({ type: "email", name: "identifier", value: "a@b.c", required: true, maxLength: 9 });
  });

  test("an input without a label in meta uses the label in attributes, or else the name of the input", async () => {
    const { element } = await drawForm([
      input({ name: "a", type: "text", label: text("Inner") }),
      input({ name: "b", type: "text" }),
    ]);
    expect([...element.querySelectorAll("label")].map((label) => label.textContent)).toEqual(["Inner", "b"]);
  });

  test("a hidden input keeps its value, or has the value true if it has no value", async () => {
    const { element } = await drawForm([csrf, input({ name: "flag", type: "hidden" })]);
    expect(element.querySelector<HTMLInputElement>("[name=csrf_token]")?.value).toBe("c");
    expect(element.querySelector<HTMLInputElement>("[name=flag]")?.value).toBe("true");
  });

  test("a checkbox is ticked if its value is true", async () => {
    const { element } = await drawForm([input({ name: "keep", type: "checkbox", value: true }, { label: "Keep me" })]);
    const box = element.querySelector<HTMLInputElement>("input[type=checkbox]");
    expect(box?.checked).toBe(true);
    expect(box?.closest("label")?.textContent).toBe("Keep me");
  });

  test("a submit input is a button with its label", async () => {
    const { element } = await drawForm([sign]);
    expect(element.querySelector("button[type=submit]")?.textContent).toBe("Sign in");
  });

  test("an input is disabled if its node is disabled", async () => {
    const { element } = await drawForm([input({ name: "identifier", type: "text", disabled: true })]);
    expect(element.querySelector("input")?.disabled).toBe(true);
  });

  test("a text node shows its text", async () => {
    const { element } = await drawForm([node({ node_type: "text", id: "t", text: text("ABCD") }, "Secret")]);
    expect(element.textContent).toBe("SecretABCD");
  });

  test("recovery codes are a list in which used codes are marked", async () => {
    const secrets = [text("code-1"), { ...text("code-2"), id: 1050014 }];
    const { element } = await drawForm([
      node({ node_type: "text", id: "t", text: { ...text(""), id: 1050015, context: { secrets } } }),
    ]);
    expect([...element.querySelectorAll("li")].map((code) => code.textContent)).toEqual(["code-1", "Used"]);
  });

  test("an image has its label as the alternative text", async () => {
    const { element } = await drawForm([
      node({ node_type: "img", id: "qr", src: "data:image/png;base64,AA==", width: 256, height: 256 }, "QR code"),
    ]);
    expect(element.querySelector("img")).toMatchObject({ alt: "QR code", width: 256 });
  });

  test("an anchor links to its address if the address is an http or https URL", async () => {
    const { element } = await drawForm([
      node({ node_type: "a", id: "1", href: "https://example.org/x", title: text("Go") }),
      node({ node_type: "a", id: "2", href: "javascript:alert(1)", title: text("Trap") }),
    ]);
    expect([...element.querySelectorAll("a")].map(({ textContent, href }) => [textContent, href])).toEqual([
      ["Go", "https://example.org/x"],
    ]);
  });

  test("a script is never run, and a button that needs a script is not rendered", async () => {
    const { element } = await drawForm([
      node({ node_type: "script", id: "s", src: "https://example.org/webauthn.js" }),
      input({ name: "webauthn", type: "button", onclick: "boom()" } as never, { label: "Use key" }),
    ]);
    expect(document.querySelector("script")).toBeNull();
    expect(element.querySelector("button")).toBeNull();
  });
});

describe("security keys and passkeys", () => {
  const trigger = input(
    { name: "webauthn_register_trigger", type: "button", value: "{}", onclickTrigger: "oryWebAuthnRegistration" },
    { group: "webauthn", label: "Add a key" },
  );

  test("the reason replaces the button if no key can be used", async () => {
    vi.stubGlobal("isSecureContext", false);
    const { element } = await drawForm([csrf, trigger], { groups: ["webauthn"] });
    expect(element.querySelector("button")).toBeNull();
    expect(element.textContent).toMatch(/^Security keys and passkeys need a secure address/);
    vi.unstubAllGlobals();
  });

  test("each key has a row with its own button, which removes only that key", async () => {
    const row = (name: string, value: string, disabled = false) => ({
      ...input({ name: "webauthn_remove", type: "submit", value, disabled }, { group: "webauthn" }),
      meta: {
        label: { ...text(`Remove "${name}"`), context: { display_name: name, added_at: "2026-11-01T10:00:00Z" } },
      },
    });
    const answer = input({ name: "webauthn_register", type: "hidden", value: "" }, { group: "webauthn" });
    const { element, submit } = await drawForm([csrf, row("Blue", "b1"), row("Red", "r1"), answer], {
      groups: ["webauthn"],
    });
    const buttons = [...element.querySelectorAll("button")];
    expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual(['Remove "Blue"', 'Remove "Red"']);
    expect(element.textContent).toMatch(/^BlueAdded .*RemoveRedAdded .*Remove$/);
    await press(buttons[1] ?? null);
    expect(submit).toHaveBeenCalledExactlyOnceWith({ csrf_token: "c", webauthn_remove: "r1" });
    const { element: last } = await drawForm([csrf, row("Blue", "b1", true)], { groups: ["webauthn"] });
    expect(last.textContent).toBe("BlueYour only way to sign inRemove");
    expect(last.querySelector("button")?.getAttribute("aria-disabled")).toBe("true");
  });
});

test("a sign-in method that identifies the person does not ask for the email", async () => {
  const nodes = [
    csrf,
    input({ name: "identifier", type: "text" }, { group: "default" }),
    input({ name: "provider", type: "submit", value: "github" }, { group: "oidc", label: "GitHub" }),
  ];
  const { element } = await drawForm(nodes, { groups: ["oidc"] });
  expect([...element.querySelectorAll("[name]")].map((field) => field.getAttribute("name"))).toEqual([
    "csrf_token",
    "provider",
  ]);
});

test("ID-23 a form has the nodes of its groups and of the default group, in their order", async () => {
  const nodes = [
    csrf,
    input({ name: "identifier", type: "text" }),
    input({ name: "provider", type: "submit", value: "github" }, { group: "oidc", label: "GitHub" }),
    sign,
  ];
  const names = ({ element }: { element: HTMLElement }) =>
    [...element.querySelectorAll("[name]")].map((field) => field.getAttribute("name"));
  expect(names(await drawForm(nodes))).toEqual(["csrf_token", "identifier", "method"]);
  expect(names(await drawForm(nodes, { groups: ["oidc"] }))).toEqual(["csrf_token", "provider"]);
});

test("a form with provider buttons has no fields, and sends and marks only the pressed button", async () => {
  const provider = (value: string) =>
    input({ name: "provider", type: "submit", value }, { group: "oidc", label: value });
  const nodes = [
    csrf,
    input({ name: "identifier", type: "text" }, { group: "default" }),
    ...["one", "two"].map(provider),
  ];
  const { element, submit, busy } = await drawForm(nodes, { groups: ["oidc"] });
  expect(element.querySelectorAll("input:not([type=hidden])")).toHaveLength(0);
  await press(element.querySelector("button[value=two]"));
  expect(submit).toHaveBeenCalledExactlyOnceWith({ csrf_token: "c", provider: "two" });
  await busy();
  expect([...element.querySelectorAll("button")].map((button) => button.getAttribute("aria-busy"))).toEqual([
    "false",
    "true",
  ]);
});

test("ID-25 ID-26 the messages of a field are below it, errors in red and linked to the field", async () => {
  const { element } = await drawForm([
    input({ name: "password", type: "password" }, { messages: [text("Too short.", "error"), text("Hint.")] }),
  ]);
  const field = element.querySelector("input");
  const messages = document.getElementById(field?.getAttribute("aria-describedby") ?? "");
  expect(field?.getAttribute("aria-invalid")).toBe("true");
  expect([...(messages?.children ?? [])].map(({ textContent, className }) => [textContent, className])).toEqual([
    ["Too short.", "text-unhealthy-text"],
    ["Hint.", "text-muted"],
  ]);
});

describe("password managers", () => {
  test.each([
    [{ name: "identifier", type: "text" } as const, "username"],
    [{ name: "password", type: "password" } as const, "current-password"],
    [{ name: "password", type: "password", autocomplete: "new-password" } as const, "new-password"],
    [{ name: "totp_code", type: "text" } as const, "one-time-code"],
    [{ name: "traits.email", type: "email" } as const, "email"],
  ])("the field %o has the autocomplete value %s", async (attributes, autocomplete) => {
    const { element } = await drawForm([input(attributes)]);
    expect(element.querySelector("input")?.getAttribute("autocomplete")).toBe(autocomplete);
  });
});

test("a password can be shown and hidden again", async () => {
  const { element } = await drawForm([input({ name: "password", type: "password" })]);
  const button = element.querySelector("button");
  expect(button?.getAttribute("aria-label")).toBe("Show password");
  await press(button);
  expect(element.querySelector("input")?.type).toBe("text");
  await press(button);
  expect(element.querySelector("input")?.type).toBe("password");
});

describe("submitting", () => {
  test("passes all values: checkboxes as true or false, dotted names as nested objects, and the pressed button", async () => {
    const { element, submit } = await drawForm([
      csrf,
      input({ name: "traits.name.first", type: "text", value: "Ada" }),
      input({ name: "keep", type: "checkbox" }),
      sign,
    ]);
    await press(element.querySelector("button[type=submit]"));
    expect(submit).toHaveBeenCalledExactlyOnceWith({
      csrf_token: "c",
      traits: { name: { first: "Ada" } },
      keep: false,
      method: "password",
    });
  });

  test("does nothing while a submit is pending", async () => {
    const { element, submit } = await drawForm([csrf, sign], { isBusy: true });
    await press(element.querySelector("button[type=submit]"));
    element.querySelector("form")?.requestSubmit();
    expect(submit).not.toHaveBeenCalled();
  });
});

test("the focus is on the invalid field, or on the first empty field if all fields are valid", async () => {
  await drawForm([
    input({ name: "identifier", type: "text", value: "ada" }),
    input({ name: "password", type: "password" }),
  ]);
  expect(document.activeElement?.getAttribute("name")).toBe("password");
  await drawForm([
    input({ name: "identifier", type: "text", value: "ada" }, { messages: [text("No.", "error")] }),
    input({ name: "password", type: "password" }),
  ]);
  expect(document.activeElement?.getAttribute("name")).toBe("identifier");
});
