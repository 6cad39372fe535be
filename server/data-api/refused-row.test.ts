import { expect, test } from "vitest";
import { Problem } from "#language/problem.ts";
import { namedRefusal } from "./refused-row.ts";

const thrown = (code: string, message: string) => Object.assign(new Error(message), { code });

test("a row policy error contains the missing permission", () => {
  const error = thrown("42501", 'new row violates row-level security policy for table "ships"');
  const refused = namedRefusal(error, () => "canaries");
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject({
    id: "forbidden",
    code: "42501",
    message: "You need permission to write canaries.",
    parts: { action: "write", object: "canaries" },
    cause: error,
  });
});

test.each([
  ["another permission error", thrown("42501", "permission denied for table ships")],
  ["another failure", thrown("23505", 'the text speaks of "row-level security"')],
  ["an error without a SQL state", new Error("row-level security")],
])("namedRefusal returns %s unchanged", (_, error) => {
  expect(namedRefusal(error, () => "canaries")).toBe(error);
});
