import { expect, test } from "vitest";
import { printSize } from "./size.ts";

test.each([
  [12_345_678_901, "12.3 GB"],
  ["5 GiB", "5.37 GB"],
  ["250MB", "0.25 GB"],
  ["1.5 TB", "1500 GB"],
  [0, "0 GB"],
  ["about ten", ""],
  ["5 parsecs", ""],
  [null, ""],
  [undefined, ""],
])("a size of %j is printed as %j", (size, printed) => expect(printSize(size)).toBe(printed));
