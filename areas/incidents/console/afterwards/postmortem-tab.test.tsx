import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { beforeEach, expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
happyDOM.setURL(`${server.url}/`);
const { PostmortemTab } = await import("./PostmortemTab.tsx");

const me = {
  user: { id: "p1", name: "Ada", email: null, avatar: null },
  roles: ["admin"],
  permissions: [],
  hostname: "localhost",
};

async function drawTab() {
  const page = () => (
    <QueryClientProvider client={createQueryClient()}>
      <RegistryContext value={registryOf([])}>
        <AccessProvider me={me} properties={[]}>
          <PostmortemTab id="i1" />
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() });
  await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
}

beforeEach(() => void (server.requests.length = 0));

const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>("button, [role=radio], label")].find(
    (each) => each.textContent === name || each.getAttribute("aria-label") === name,
  ) ?? null;

async function type(text: string) {
  const field = document.querySelector("textarea")!;
  await act(async () => {
    // React overrides the value property of the element, so the test calls the setter of the prototype.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test.each([
  ["the first save requires that no version exists", null, [undefined, "*"]],
  ["a later save sends the version that was read", "2026-11-18T00:00:01Z", ['"2026-11-18T00:00:01Z"', undefined]],
])("%s", async (_title, updated_at, headers) => {
  server.answer = json(200, { markdown: "# Old", published_at: null, published_by: null, isDraft: true, updated_at });
  await drawTab();
  await until(() => expect(named("Edit")).not.toBeNull());
  await press(named("Edit"));
  await type("# New");
  await press(named("Save"));
  await until(() => expect(server.requests.some(({ method }) => method === "PUT")).toBe(true));
  const { headers: sent, body } = server.requests.find(({ method }) => method === "PUT")!;
  expect([sent["if-match"], sent["if-none-match"]]).toEqual(headers);
  expect(body).toBe('{"markdown":"# New","publish":false}');
});
