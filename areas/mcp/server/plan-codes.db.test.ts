import { expect, test } from "vitest";
import { startTestServer } from "#tests/support/test-server.ts";
import { createPlanCodes } from "./plan-codes.ts";

const { system } = await startTestServer({ env: { ROLE: "web" } });
const { db, secrets } = system;
const plan = ["silence", { id: 1 }];

test("a code confirms one plan of one person, and only once", async () => {
  const codes = createPlanCodes({ db, secrets });
  const code = codes.issue("ada", plan);
  await expect(codes.use("bob", plan, code)).rejects.toThrow("The hash belongs to a different plan.");
  await expect(codes.use("ada", ["silence", { id: 2 }], code)).rejects.toThrow("different plan");
  for (const wrong of ["", "x", `${code}x`, code.replace(/^./, "0")])
    await expect(codes.use("ada", plan, wrong)).rejects.toThrow("different plan");
  await codes.use("ada", plan, code);
  await expect(codes.use("ada", plan, code)).rejects.toThrow("The hash was already used.");
  await codes.use("ada", plan, codes.issue("ada", plan));
});

test("a code expires after ten minutes", async () => {
  let now = Date.now();
  const codes = createPlanCodes({ db, secrets, now: () => now });
  const [early, late] = [codes.issue("ada", plan), codes.issue("ada", plan)];
  now += 9 * 60_000;
  await codes.use("ada", plan, early);
  now += 2 * 60_000;
  await expect(codes.use("ada", plan, late)).rejects.toThrow("The hash has expired.");
});
