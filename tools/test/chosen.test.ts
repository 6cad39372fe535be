import { expect, test } from "vitest";
import { runnersOf } from "./chosen.ts";

const words = (text: string) => text.split(" ");

test.each([
  ["lib/text/words.test.ts", "lib/text/words.test.ts", ""],
  ["tests/permissions -t roles", "tests/permissions -t roles", ""],
  ["tests/console/audit.spec.ts -g phone", "", "tests/console/audit.spec.ts -g phone"],
  ["tests/console main/areas.console.test.ts", "main/areas.console.test.ts", "tests/console"],
])("npm test -- %s runs vitest with “%s” and Playwright with “%s”", (args, vitest, playwright) => {
  const { vitest: forVitest, playwright: forPlaywright } = runnersOf(words(args));
  expect({ vitest: forVitest.join(" "), playwright: forPlaywright.join(" ") }).toEqual({ vitest, playwright });
});
