import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { beforeEach, expect, test } from "vitest";
import { createQueryClient } from "#console/client/query.ts";
import { toasts } from "#console/widgets/toast/toast.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { RunDialog } from "./RunDialog.tsx";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
beforeEach(() => {
  happyDOM.setURL(`${server.url}/`);
  server.requests.length = 0;
});

const playbook = {
  id: "0197a000-0000-7000-8000-000000000001",
  name: "set-course",
  namespace: "default",
  title: "Set course",
  icon: null,
  description: "Turns the ship.",
  source: "UI",
  deleted_at: null,
  spec: { approval: { approvers: { teams: ["Crew"] } } },
};
const params = [{ name: "bearing", label: "Bearing", required: true, properties: { format: "number", max: 360 } }];
const plan = {
  actions: [{ name: "Turn", kind: "exec", summary: "Run a script", parts: [] }],
  hash: "f",
  needs_approval: true,
};

/** Simulates the server; `run` handles the request that starts a run. */
const answers =
  (run: ReturnType<typeof json>, spec: object = playbook.spec): typeof server.answer =>
  (request, response, body) => {
    const url = request.url ?? "";
    const answer = url.startsWith("/api/db/playbooks")
      ? json(200, [{ ...playbook, spec }])
      : url.endsWith("/params")
        ? json(200, { params })
        : url.endsWith("/plan")
          ? json(200, plan)
          : run;
    answer(request, response, body);
  };

async function open(props: Partial<Parameters<typeof RunDialog>[0]> = {}) {
  const page = () => (
    <QueryClientProvider client={createQueryClient()}>
      <RegistryContext value={registryOf([])}>
        <RunDialog playbookId={playbook.id} onClose={() => {}} {...props} />
      </RegistryContext>
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() });
  await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  await until(() => expect(document.querySelector("[role=dialog]")).not.toBeNull());
  return { dialog: document.querySelector<HTMLElement>("[role=dialog]")!, router };
}

const isDisabled = (dialog: HTMLElement) => button(dialog, "Run")?.getAttribute("aria-disabled") === "true";

const button = (dialog: HTMLElement, name: string) =>
  [...dialog.querySelectorAll("button")].find(({ textContent }) => textContent === name);

async function type(dialog: HTMLElement, text: string) {
  const input = dialog.querySelector("input")!;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, "value")!;
  await act(async () => {
    set!.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("PB-08 PB-09 PB-10: a run starts when its parameters are valid, and its page opens", async () => {
  const started = Promise.withResolvers<void>();
  const accept = json(201, { run_id: "r1", starts_at: "2026-11-18T00:00:00Z" });
  server.answer = answers((...sent) => void started.promise.then(() => accept(...sent)));
  const { dialog, router } = await open();
  await until(() => expect(dialog.textContent).toContain("Bearing"));
  expect(dialog.textContent).toContain("Turns the ship.");
  expect(dialog.textContent).toContain("The run waits until team Crew has approved it.");
  expect(dialog.textContent).toContain("The plan is shown once all parameters are valid.");
  expect(isDisabled(dialog)).toBe(true);
  await type(dialog, "400");
  expect(isDisabled(dialog)).toBe(true);
  await type(dialog, "90");
  await until(() => expect(dialog.textContent).toContain("Run a script"));
  await press(button(dialog, "Run")!);
  await until(() => expect(button(dialog, "Running...")).toBeDefined());
  started.resolve();
  await until(() => expect(router.state.location.pathname).toBe("/playbooks/runs/r1"));
  const sent = server.requests.find(({ url }) => url === "/api/playbook/run")!;
  expect(JSON.parse(sent.body)).toEqual({ id: playbook.id, params: { bearing: "90" } });
});

test("PB-12: if the start is refused, the server's error and the affected field are shown", async () => {
  server.answer = answers(
    json(400, {
      error: "Bearing leads onto the rocks",
      fields: [{ path: "params.bearing", message: "Bearing leads onto the rocks" }],
    }),
  );
  const { dialog } = await open({ initial: { bearing: "90" } });
  await until(() => expect(isDisabled(dialog)).toBe(false));
  await press(button(dialog, "Run")!);
  await until(() => expect(toasts.shown().map(({ message }) => message)).toContain("Bearing leads onto the rocks"));
  await until(() => expect(dialog.textContent).toContain("Bearing leads onto the rocks"));
  await type(dialog, "91");
  expect(dialog.textContent).not.toContain("Bearing leads onto the rocks");
});

test("PB-06: a playbook for catalog items asks for an item, unless the item's page sets it", async () => {
  server.answer = answers(json(500, {}), { configs: [{ types: ["Ship::Hull"] }] });
  const { dialog } = await open();
  await until(() => expect(dialog.textContent).toContain("Please select a resource to see the parameters."));
  expect(server.requests.some(({ url }) => url.endsWith("/params"))).toBe(false);
  document.querySelector("[role=dialog]")?.remove();
  const { dialog: known } = await open({ resource: { kind: "config", id: playbook.id } });
  await until(() => expect(known.textContent).toContain("Bearing"));
  const asked = server.requests.find(({ url }) => url.endsWith("/params"))!;
  expect(JSON.parse(asked.body)).toMatchObject({ config_id: playbook.id });
});
