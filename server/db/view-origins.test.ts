import { expect, test } from "vitest";
import { readOutputs, viewOrigins } from "./view-origins.ts";

const entry = (number: number, relation: number, column: number, inside = "") =>
  `{TARGETENTRY :expr {VAR :varno 1 ${inside}} :resno ${number} :resname x\\{\\} :ressortgroupref 0 :resorigtbl ${relation} :resorigcol ${column} :resjunk false}`;

test("readOutputs returns only the outputs of the outermost query that pass on a column", () => {
  const nested = `{SUBLINK {QUERY :targetList (${entry(9, 99, 9)})}}`;
  const rule = `({QUERY :commandType 1 :rtable ({RTE :subquery {QUERY :targetList (${entry(7, 77, 7)})}}) :targetList (${entry(1, 10, 2)} ${entry(2, 0, 0)} ${entry(3, 10, 4, nested)})})`;
  expect(readOutputs(rule)).toEqual([
    { number: 1, relation: 10, column: 2 },
    { number: 3, relation: 10, column: 4 },
  ]);
});

test("a view over a view resolves to the table", () => {
  const columns = [
    { name: "id", number: 1 },
    { name: "renamed", number: 2 },
  ];
  const view = (oid: number, name: string, source: number) => ({
    oid,
    name,
    rule: `({QUERY :targetList (${entry(1, source, 1)} ${entry(2, source, 2)})})`,
    columns,
  });
  const table = {
    oid: 1,
    name: "ships",
    rule: null,
    columns: [
      { name: "id", number: 1 },
      { name: "name", number: 2 },
    ],
  };
  const origins = viewOrigins([view(3, "fleet", 2), view(2, "ship_names", 1), table]);
  expect(origins.get("fleet")!.get("renamed")).toEqual({ relation: "ships", column: "name" });
  expect(origins.has("ships")).toBe(false);
});
