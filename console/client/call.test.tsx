import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { call } from "#language/call.ts";
import { toast, toasts } from "#console/widgets/toast/toast.ts";
import { draw, press } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { useCall, useCommand } from "./call.ts";

declare const happyDOM: { setURL(url: string): void };

interface Thing {
  name: string;
}
const readThing = call<{ params: { id: string }; query: { full?: string }; body: undefined; answer: Thing }>(
  "GET",
  "/api/things/{id}",
);
const renameThing = call<{ params: { id: string }; query: undefined; body: Thing; answer: Thing }>(
  "PATCH",
  "/api/things/{id}",
);

const server = await startLocalServer();
beforeEach(() => {
  happyDOM.setURL(`${server.url}/`);
  server.requests.length = 0;
});
afterEach(() => toasts.shown().forEach(({ id }) => toast.dismiss(id)));

const cached = (node: ReactNode) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    {node}
  </QueryClientProvider>
);
const toastTexts = () => toasts.shown().map(({ kind, message }) => `${kind}: ${message}`);
const settled = (isTrue: () => boolean) =>
  act(async () => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
  });

const Name = () =>
  useCall(readThing, { params: { id: "a/b" }, query: { full: "yes" } }, { relations: ["things"] }).data?.name;

function Rename() {
  const rename = useCommand(renameThing, { done: ({ name }) => `${name} updated successfully`, changes: ["things"] });
  return <button onClick={() => rename.mutate({ params: { id: "a/b" }, body: { name: "New" } })}>Rename</button>;
}

test("useCall sends the request of its contract and returns the response", async () => {
  server.answer = json(200, { name: "Old" });
  const { element } = await draw(cached(<Name />));
  await settled(() => element.textContent === "Old");
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /api/things/a%2Fb?full=yes"]);
});

test("useCommand shows a success message and refetches changed relations", async () => {
  let name = "Old";
  server.answer = (request, response, body) => {
    if (request.method === "PATCH") ({ name } = JSON.parse(body) as Thing);
    json(200, { name })(request, response, body);
  };
  const { element } = await draw(
    cached(
      <>
        <p>
          <Name />
        </p>
        <Rename />
      </>,
    ),
  );
  await settled(() => element.querySelector("p")?.textContent === "Old");
  await press(element.querySelector("button"));
  await settled(() => element.querySelector("p")?.textContent === "New");
  expect(toastTexts()).toEqual(["success: New updated successfully"]);
});

test("useCommand shows the error message of a failed request", async () => {
  server.answer = json(409, { error: "The name is taken." });
  const { element } = await draw(cached(<Rename />));
  await press(element.querySelector("button"));
  await settled(() => toastTexts().length > 0);
  expect(toastTexts()).toEqual(["error: The name is taken."]);
});
