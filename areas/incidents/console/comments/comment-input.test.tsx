import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#console/client/query.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
// The data API client reads the page address when it is imported.
happyDOM.setURL(`${server.url}/`);
const { CommentInput } = await import("./CommentInput.tsx");

beforeEach(() => {
  server.answer = json(200, [
    { id: "p1", name: "Ada", avatar: null },
    { id: "p2", name: "Bo", avatar: null },
  ]);
});

type Send = (comment: string, hypothesisId: string) => Promise<boolean>;

async function drawInput(send: Send, target: string | undefined) {
  const { element } = await draw(
    <QueryClientProvider client={createQueryClient()}>
      <CommentInput
        targets={[
          { id: "h1", title: "One" },
          { id: "h2", title: "Two" },
        ]}
        target={target}
        send={send}
      />
    </QueryClientProvider>,
  );
  const field = element.querySelector("textarea")!;
  const type = (text: string) =>
    act(async () => {
      // React overrides the value property of the element, so the test calls the setter of the prototype.
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field, text);
      field.setSelectionRange(text.length, text.length);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const key = (name: string) =>
    act(
      async () =>
        void field.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true })),
    );
  const problem = () => element.querySelector("[role=alert]")?.textContent;
  return { element, field, type, key, problem };
}

test("empty comments and comments without a hypothesis are not sent", async () => {
  const send = vi.fn<Send>(async () => true);
  const { element, type, problem } = await drawInput(send, undefined);
  const button = element.querySelector("[aria-label='Send comment']");
  await press(button);
  expect(problem()).toBe("Please select any hypothesis");
  const select = element.querySelector("select")!;
  await act(async () => {
    select.value = "h2";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await press(button);
  expect(problem()).toBe("Please add comment details");
  await type("It works");
  await press(button);
  expect(send).toHaveBeenCalledExactlyOnceWith("It works", "h2");
});

test("Enter chooses a person from the list, and sends the mention as markup", async () => {
  const send = vi.fn<Send>(async () => true);
  const { element, field, type, key } = await drawInput(send, "h1");
  await type("ask @a");
  await until(() => expect(element.querySelectorAll("[role=option]")).toHaveLength(1));
  await key("Enter");
  expect(field.value).toBe("ask @Ada ");
  await key("Enter");
  expect(send).toHaveBeenCalledExactlyOnceWith("ask @[Ada](user:p1)", "h1");
  expect(field.value).toBe("");
});

test("the text of a refused comment stays in the field", async () => {
  const { field, type, key } = await drawInput(async () => false, "h1");
  await type("keep me");
  await key("Enter");
  expect(field.value).toBe("keep me");
});
