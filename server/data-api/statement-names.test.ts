import { expect, test } from "vitest";
import { asSent } from "./statement-names.ts";

test("a statement earns a name by being asked again, keeps it, and shares it with others of the same text", () => {
  const statement = { text: "select 'names'", uses: [] };
  expect([asSent(statement), asSent(statement)]).toEqual([statement.text, statement.text]);
  const named = asSent(statement);
  expect(named).toEqual({ name: expect.stringMatching(/^read_\d+$/), text: statement.text });
  expect(asSent(statement)).toEqual(named);
  expect(asSent(statement)).not.toBe(named);
  expect(asSent({ ...statement })).toEqual(named);
  expect(asSent({ text: "select 'another'", uses: [] })).toBe("select 'another'");
});

test("there are only so many names: a connection never forgets one", () => {
  const asked = Array.from({ length: 600 }, (_, n) => {
    const statement = { text: `select ${n}`, uses: [] };
    for (let use = 1; use < 3; use += 1) asSent(statement);
    return asSent(statement);
  });
  expect(asked.filter((one) => typeof one === "object").length).toBeLessThanOrEqual(100);
  expect(asked.filter((one) => typeof one === "string").length).toBeGreaterThanOrEqual(500);
});
