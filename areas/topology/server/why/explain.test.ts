// Tests the statements and the queue of a search for causes without a database.
import { expect, test } from "vitest";
import type { System } from "#server/area.ts";
import { systemActor } from "#server/http/actor.ts";
import { explain } from "./explain.ts";

const { signal } = new AbortController();
const start = { kind: "component", id: "c1", name: "Shop", type: null, health: "unhealthy", status: null, since: null };

/** A system whose statement for the walk waits for `walk`; all other statements return no rows. */
function systemWith(walk: Promise<void>) {
  const statements: string[] = [];
  const system = {
    features: { require: () => {}, off: () => new Set() },
    db: {
      reading: () => ({
        query: async ({ name }: { name: string }) => {
          statements.push(name);
          return { rows: [start] };
        },
      }),
      pools: {
        system: {
          connect: async () => ({
            query: async (statement: string | { name: string }) => {
              const name = typeof statement === "string" ? "errors" : statement.name;
              statements.push(name);
              if (name !== "why_level") return { rows: [] };
              await walk;
              return { rows: [{ edges: [], nodes: [] }] };
            },
            release: () => {},
          }),
        },
      },
    },
  };
  return { system: system as unknown as System, statements };
}

test("checking the rights of an actor without row limits needs no statement", async () => {
  const { system, statements } = systemWith(Promise.resolve());
  expect(await explain(system, systemActor, { kind: "component", id: "c1" }, signal)).toMatchObject({
    visited: 1,
  });
  expect(statements).toEqual(["why_start_component", "why_level", "why_changes", "why_insights", "errors"]);
});

test("two searches run at once, 20 searches wait, and further searches are refused", async () => {
  let release = () => {};
  const { system, statements } = systemWith(new Promise((resolve) => (release = resolve)));
  const ask = () => explain(system, systemActor, { kind: "component", id: "c1" }, signal);
  const accepted = Array.from({ length: 22 }, ask);
  await expect(ask()).rejects.toMatchObject({ id: "too_many_requests" });
  expect(statements.filter((name) => name === "why_level")).toHaveLength(2);
  release();
  expect(await Promise.all(accepted)).toHaveLength(22);
});

test("a search whose client disconnected while waiting sends no statement to the database", async () => {
  let release = () => {};
  const { system, statements } = systemWith(new Promise((resolve) => (release = resolve)));
  const gone = new AbortController();
  const ask = (from: AbortSignal) => explain(system, systemActor, { kind: "component", id: "c1" }, from);
  const running = [ask(signal), ask(signal)];
  const left = ask(gone.signal);
  gone.abort();
  release();
  await expect(left).rejects.toMatchObject({ status: 499 });
  await Promise.all(running);
  expect(statements.filter((name) => name === "why_level")).toHaveLength(2);
});
