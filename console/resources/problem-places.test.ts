import { expect, test } from "vitest";
import { Problem, problem } from "#language/problem.ts";
import { named, placesOf } from "./problem-places.ts";

test("assigns problems to columns or to paths inside the spec", () => {
  const refused = problem.badParts([
    { path: "name", message: "is required" },
    { path: "spec.http.0.url", message: "is required unless an endpoint or a connection provides it" },
    { path: "spec", message: "must be an object" },
  ]);
  expect(placesOf(refused)).toEqual({
    columns: { name: "This field is required", spec: "This field must be an object" },
    spec: [
      { path: ["http", 0, "url"], message: "This field is required unless an endpoint or a connection provides it" },
    ],
  });
});

test("keeps messages about a position inside a string unchanged", () => {
  const place = { line: 2, column: 3 };
  const message = "There is no function abrev (line 2, column 3). Did you mean abbrev?";
  const refused = problem.badParts([
    { path: "spec.http.0.test.expr", message, place },
    { path: "filter", message, place },
  ]);
  expect(placesOf(refused)).toEqual({
    columns: { filter: message },
    spec: [{ path: ["http", 0, "test", "expr"], message, place }],
  });
});

test("returns nothing for other errors", () => {
  expect(placesOf(new Problem("conflict", "Taken."))).toEqual({ columns: {}, spec: [] });
  expect(placesOf(new Error("x"))).toEqual({ columns: {}, spec: [] });
});

test("shows a duplicate name as a problem of the name field", () => {
  const refused = new Problem("conflict", "duplicate key value violates unique constraint", { code: "23505" });
  const explained = named(refused, { kind: "View", name: "pods" });
  expect(explained).toMatchObject({ message: 'There is already a View named "pods". Please choose another name.' });
  expect(placesOf(explained).columns).toEqual({ name: "This name is taken" });
  const other = new Problem("conflict", "x");
  expect(named(other, { kind: "View", name: "pods" })).toBe(other);
});
