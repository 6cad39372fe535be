import { expect, test } from "vitest";
import { environmentOf, withFunctions, type EarlierAction } from "./environment.ts";
import { DecidedAtRunTime, evaluateDelay, evaluateFilters, evaluateIf, evaluateTriggerFilter } from "./evaluate.ts";

const action = (name: string, status: string, more: Partial<EarlierAction> = {}): EarlierAction => ({
  name,
  status,
  result: {},
  error: null,
  ...more,
});
const after = (...earlier: EarlierAction[]) => withFunctions(environmentOf({ params: { x: "1" } }), earlier);

test.each([
  ["always()", true, true, true],
  ["success()", true, true, false],
  ["failure()", false, false, true],
  ["skip()", false, false, false],
  ["timeout()", false, false, true],
  ["failure() ? skip() : true", true, true, false],
  ["params.x == '1'", true, true, true],
  ["", true, true, true],
])(
  "the condition %s without an earlier action is %s, after a success %s, after a timeout %s",
  async (text, ...expected) => {
    const runs = [
      after(),
      after(action("a", "completed")),
      after(action("a", "failed", { error: "too late", timed_out: true })),
    ];
    for (const [index, values] of runs.entries()) expect(await evaluateIf(text, values)).toBe(expected[index]);
  },
);

test("getAction requires an action that ran", async () => {
  const text = "getAction('a').status == 'completed'";
  expect(await evaluateIf(text, after(action("a", "completed")))).toBe(true);
  await expect(evaluateIf(text, after())).rejects.toThrow('No action "a" ran before this one');
});

test("getAction returns the latest attempt", async () => {
  const values = after(
    action("a", "failed", { error: "once", timed_out: true }),
    action("a", "completed", { result: { stdout: "second" } }),
    action("b", "skipped"),
  );
  expect(await evaluateIf("success() && !timeout()", values)).toBe(true);
  expect(await evaluateIf("getAction('a').result.stdout == 'second' && getLastAction().name == 'b'", values)).toBe(
    true,
  );
});

test("an if that does not return a boolean is refused", async () => {
  await expect(evaluateIf("'maybe'", after())).rejects.toThrow('if must be true, false or skip(), but is "maybe".');
  await expect(evaluateIf("nothing.x", after())).rejects.toThrow("if: Unknown variable: nothing");
});

test.each([
  ["30s", 30_000],
  ["1h30m", 5_400_000],
  ["", 0],
  ["duration('90s')", 90_000],
  ["params.x == '1' ? '2m' : '1m'", 120_000],
  ["duration('-5s')", 0],
  ["params.y", 0],
])("the delay %s is %i ms", async (text, ms) => {
  expect(await evaluateDelay(text, after())).toBe(ms);
});

test("a delay that is not a duration is refused", async () => {
  await expect(evaluateDelay("5 + 5", after())).rejects.toThrow('delay must be a duration, but is "10".');
});

test("a text returned by a filter is shown as the reason for the refusal", async () => {
  const values = environmentOf({ resource: { kind: "config", row: { name: "web", type: "Pod" } } });
  expect(await evaluateFilters(["config.type == 'Pod'", "name == 'web'"], values)).toBeUndefined();
  expect(await evaluateFilters(undefined, values)).toBeUndefined();
  expect(await evaluateFilters(["config.type == 'Pod' ? 'Only nodes.' : 'true'"], values)).toBe("Only nodes.");
  expect(await evaluateFilters(["config.type == 'Node'"], values)).toBe(
    "The filter config.type == 'Node' is not true.",
  );
});

test("the results of earlier actions are unknown in a plan", async () => {
  const plan = withFunctions(environmentOf({}), undefined);
  expect(await evaluateIf("always()", plan)).toBe(true);
  for (const text of ["success()", "getLastAction().status == 'x'", "timeout() || failure()"])
    await expect(evaluateIf(text, plan)).rejects.toThrow(DecidedAtRunTime);
});

test("the filter of a trigger must return true", async () => {
  const values = { config: { name: "web" } };
  expect(await evaluateTriggerFilter(undefined, values)).toBe(true);
  expect(await evaluateTriggerFilter("config.name.startsWith('w')", values)).toBe(true);
  expect(await evaluateTriggerFilter("config.name", values)).toBe(false);
});
