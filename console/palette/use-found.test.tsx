import { QueryClientProvider } from "@tanstack/react-query";
import { act, useEffect } from "react";
import { expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import type { Finder, FoundGroup } from "#console/shell/area.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { problem } from "#language/problem.ts";
import { parseSelector } from "#lib/selector/selector.ts";
import { draw, until } from "#tests/console/draw.ts";
import { type Found, useFound } from "./use-found.ts";

const me = {
  user: { id: "1", name: "Ada", email: null, avatar: null },
  roles: ["admin"],
  permissions: [],
  hostname: "",
};

const group = (...names: string[]): FoundGroup[] => [
  { title: "Catalog", things: names.map((name) => ({ kind: "config", id: name, name, icon: "", detail: "" })) },
];

/** A search function that responds on demand. */
function startFinder() {
  const requests: {
    text: string;
    signal: AbortSignal;
    answer: (groups: FoundGroup[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const finder: Finder = (text, signal) => {
    parseSelector(text);
    return new Promise((answer, fail) => requests.push({ text, signal, answer, fail }));
  };
  const registry = registryOf([{ name: "search", finder: async () => finder }]);
  const cache = createQueryClient();
  const last: { found?: Found } = {};
  const Probe = ({ text }: { text: string }) => {
    const found = useFound(text);
    useEffect(() => void (last.found = found));
    return found.groups.flatMap(({ things }) => things.map(({ name }) => name)).join();
  };
  const at = (text: string) => (
    <QueryClientProvider client={cache}>
      <RegistryContext value={registry}>
        <AccessProvider me={me} properties={[]}>
          <Probe text={text} />
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  );
  return { requests, at, found: () => last.found! };
}

test("aborts outdated requests and keeps the list stable", async () => {
  const { requests, at, found } = startFinder();
  const { element, redraw } = await draw(at(""));
  expect(requests).toEqual([]);
  await redraw(at("che"));
  await until(() => expect(requests).toHaveLength(1));
  await act(async () => requests[0]!.answer(group("checkout", "chess")));
  await until(() => expect(element.textContent).toBe("checkout,chess"));
  expect(found().isBusy).toBe(false);

  await redraw(at("chec"));
  expect(element.textContent).toBe("checkout");
  expect(found().isBusy).toBe(true);
  await until(() => expect(requests).toHaveLength(2));
  await redraw(at("check"));
  await until(() => expect(requests).toHaveLength(3));
  expect(requests.map(({ text, signal }) => [text, signal.aborted])).toEqual([
    ["che", false],
    ["chec", true],
    ["check", false],
  ]);
  await act(async () => requests[2]!.answer(group("checkout", "recheck")));
  await until(() => expect(element.textContent).toBe("checkout,recheck"));

  // The results for the shorter text are cached.
  await redraw(at("che"));
  expect(element.textContent).toBe("checkout,chess");
  expect(requests).toHaveLength(3);
});

test("shows invalid input as a hint, and errors as a failure that can be retried", async () => {
  const { requests, at, found } = startFinder();
  const { redraw } = await draw(at("type="));
  await until(() => expect(found().hint).toBe('A value is missing after "type=".'));
  expect([found().failure, requests]).toEqual([undefined, []]);

  await redraw(at("colour=red"));
  await until(() => expect(requests).toHaveLength(1));
  await act(async () => requests[0]!.fail(problem.invalid("Unknown field colour.")));
  await until(() => expect(found().hint).toBe("Unknown field colour."));

  await redraw(at("web"));
  await until(() => expect(requests).toHaveLength(2));
  await act(async () => requests[1]!.fail(problem.unavailable("The database is away.")));
  await until(() => expect(found().failure).toBe("The database is away."));
  expect(found().hint).toBeUndefined();
  await act(async () => found().retry());
  await until(() => expect(requests).toHaveLength(3));
});
