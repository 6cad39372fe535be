import { act } from "react";
import { expect, test, vi } from "vitest";
import { draw } from "#tests/console/draw.ts";
import type { LoginFlow } from "../model.ts";
import type { FlowValues } from "./flow-values.ts";
import { SecondStep } from "./SecondStep.tsx";

const node = (attributes: object, label: string) => ({
  type: "input",
  group: "totp",
  attributes: { node_type: "input", disabled: false, ...attributes },
  messages: [],
  meta: { label: { id: 1, text: label, type: "info" } },
});

const flow = {
  id: "f",
  ui: {
    action: "/login",
    method: "POST",
    nodes: [
      node({ name: "totp_code", type: "text", required: true }, "Code"),
      node({ name: "method", type: "submit", value: "totp" }, "Continue with the code"),
    ],
  },
} as unknown as LoginFlow;

test("the app code is submitted as soon as its sixth digit is entered", async () => {
  // The test environment does not define this variable.
  vi.stubGlobal("isSecureContext", false);
  const submit = vi.fn<(values: FlowValues) => void>();
  const { element } = await draw(<SecondStep flow={flow} groups={["totp"]} isBusy={false} submit={submit} />);
  const field = element.querySelector("input")!;
  expect([field.inputMode, field.maxLength]).toEqual(["numeric", 6]);
  const type = (value: string) =>
    act(async () => {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  await type("12345");
  expect(submit).not.toHaveBeenCalled();
  await type("123456");
  expect(submit).toHaveBeenCalledExactlyOnceWith({ totp_code: "123456", method: "totp" });
});
