import { expect, test } from "vitest";
import { asSent } from "./statement-names.ts";

test("a repeated statement gets a name, which is stable and depends only on the text", () => {
  const statement = { text: "select 'names'", uses: [] };
  expect([asSent(statement), asSent(statement)]).toEqual([statement.text, statement.text]);
  const named = asSent(statement);
  expect(named).toEqual({ name: expect.stringMatching(/^read_\d+$/), text: statement.text });
  expect(asSent(statement)).toEqual(named);
  expect(asSent(statement)).not.toBe(named);
  expect(asSent({ ...statement })).toEqual(named);
  expect(asSent({ text: "select 'another'", uses: [] })).toBe("select 'another'");
});

test("the number of statement names is limited, because a connection keeps them forever", () => {
  const sent = Array.from({ length: 600 }, (_, n) => {
    const statement = { text: `select ${n}`, uses: [] };
    for (let use = 1; use < 3; use += 1) asSent(statement);
    return asSent(statement);
  });
  expect(sent.filter((statement) => typeof statement === "object").length).toBeLessThanOrEqual(100);
  expect(sent.filter((statement) => typeof statement === "string").length).toBeGreaterThanOrEqual(500);
});
