import { expect, test } from "vitest";
import { viewSpec } from "../spec/view-spec.ts";
import { mentionedIn } from "./mentioned.ts";

const { mentions, readsAll } = mentionedIn(
  viewSpec.parse({
    queries: { items: { configs: { agent: "all" } } },
    merge: 'SELECT ID,\nName, "Health"\nFROM items',
    columns: [
      { name: "ID", type: "string", primaryKey: true },
      { name: "owner", type: "string" },
    ],
    mapping: { owner: "row.\nlabels.team" },
  }),
);

test.each(["id", "name", "health", "labels", "owner"])(
  "%s is found, in upper or lower case and after a line break",
  (name) => {
    expect(mentions(name)).toBe(true);
  },
);

test("columns that the view does not name are not found", () => {
  expect([mentions("config"), readsAll]).toEqual([false, false]);
});
