import { QueryClientProvider } from "@tanstack/react-query";
import { act, useEffect } from "react";
import { expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import type { Finder, FoundGroup } from "#console/shell/area.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { problem } from "#language/problem.ts";
import { parseSelector } from "#language/selector.ts";
import { draw, until } from "../../tests/console/draw.ts";
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

/** A finder that answers when it is told to. */
function startFinder() {
  const asked: {
    text: string;
    signal: AbortSignal;
    answer: (groups: FoundGroup[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const finder: Finder = (text, signal) => {
    parseSelector(text);
    return new Promise((answer, fail) => asked.push({ text, signal, answer, fail }));
  };
  const registry = registryOf([{ name: "search", finder: async () => finder }]);
  const cache = createQueryClient();
  const last: { found?: Found } = {};
  const Asking = ({ text }: { text: string }) => {
    const found = useFound(text);
    useEffect(() => void (last.found = found));
    return found.groups.flatMap(({ things }) => things.map(({ name }) => name)).join();
  };
  const at = (text: string) => (
    <QueryClientProvider client={cache}>
      <RegistryContext value={registry}>
        <AccessProvider me={me} properties={[]}>
          <Asking text={text} />
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  );
  return { asked, at, found: () => last.found! };
}

test("an answer that is no longer waited for is given up, and the list does not blink", async () => {
  const { asked, at, found } = startFinder();
  const { element, redraw } = await draw(at(""));
  expect(asked).toEqual([]);
  await redraw(at("che"));
  await until(() => expect(asked).toHaveLength(1));
  await act(async () => asked[0]!.answer(group("checkout", "chess")));
  await until(() => expect(element.textContent).toBe("checkout,chess"));
  expect(found().isBusy).toBe(false);

  await redraw(at("chec"));
  expect(element.textContent).toBe("checkout");
  expect(found().isBusy).toBe(true);
  await until(() => expect(asked).toHaveLength(2));
  await redraw(at("check"));
  await until(() => expect(asked).toHaveLength(3));
  expect(asked.map(({ text, signal }) => [text, signal.aborted])).toEqual([
    ["che", false],
    ["chec", true],
    ["check", false],
  ]);
  await act(async () => asked[2]!.answer(group("checkout", "recheck")));
  await until(() => expect(element.textContent).toBe("checkout,recheck"));

  // A letter taken back is known already.
  await redraw(at("che"));
  expect(element.textContent).toBe("checkout,chess");
  expect(asked).toHaveLength(3);
});

test("what cannot be read is a hint, what went wrong a failure that can be tried again", async () => {
  const { asked, at, found } = startFinder();
  const { redraw } = await draw(at("type="));
  await until(() => expect(found().hint).toBe('A value is missing after "type=".'));
  expect([found().failure, asked]).toEqual([undefined, []]);

  await redraw(at("colour=red"));
  await until(() => expect(asked).toHaveLength(1));
  await act(async () => asked[0]!.fail(problem.invalid("Nothing here has a field colour.")));
  await until(() => expect(found().hint).toBe("Nothing here has a field colour."));

  await redraw(at("web"));
  await until(() => expect(asked).toHaveLength(2));
  await act(async () => asked[1]!.fail(problem.unavailable("The database is away.")));
  await until(() => expect(found().failure).toBe("The database is away."));
  expect(found().hint).toBeUndefined();
  await act(async () => found().retry());
  await until(() => expect(asked).toHaveLength(3));
});
