// Tests that every expression checks the clock often enough. Nothing here is timed: the fake clock advances by a
// millisecond on every read.
import { afterEach, expect, test, vi } from "vitest";
import { BudgetFault, withinBudget } from "./budget.ts";
import { ExpressionFault } from "./fault.ts";
import { compileHere } from "./notations.ts";

afterEach(() => void vi.restoreAllMocks());

/** Returns the value or the fault, and how often the clock was read. */
function run(text: string, values: Readonly<Record<string, unknown>>) {
  const evaluate = compileHere("cel", text, {});
  let looks = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (looks += 1));
  try {
    const value = withinBudget({ deadline: 30, room: 20_000_000 }, () => evaluate(values));
    return { value, looks };
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return { fault: error, looks };
  } finally {
    vi.restoreAllMocks();
  }
}

const long = "a".repeat(1_000_000);
const lines = "error: foo bar=12 x\n".repeat(50_000);

test.each([
  ["text.matches('(.{1,100}){1,10}[!?]')", long],
  ["text.matches('(.*)(.*)(.*)(.*)(.*)[0-9]')", long],
  ["text.matches('(?i)(x+x+)+y|(a*)*c')", long],
  ["text.matches('([a-z]+)*\\\\d')", long],
  ["text.matches('^(([a-z])+.)+[A-Z]([a-z])+$')", long],
  ["regexp.FindAll('(?:.*x|a)', text)", long],
  ["regexp.FindAll('(a{0,30}){0,30}b', text)", lines],
  ["regexp.FindSubmatch('(?i)(.*)(foo|bar)(.*)Z', text)", lines],
  ["regexp.Replace('(?i)[a-z]+', '$0$0', text)", lines],
  ["regexp.Split('[^a]*?b|', text)", long],
  ["jq('test(\"(.{1,100}){1,10}[!?]\")', text)", long],
  ['jq(\'[match("(?:.*x|a)"; "g")] | length\', text)', long],
  ["jq('gsub(\"(?<c>.)\"; .c + .c)', text)", long],
  ["jq('[range(1e9)] | length', text)", long],
  ["jq('reduce range(1e9) as $i (0; . + $i)', text)", long],
  ["jq('[recurse(. + 1; . < 1e9)] | length', 0)", ""],
  ["jq('until(false; .)', 0)", ""],
  ["jq('reduce range(60) as $i (1; [., .])', 0)", ""],
  ["jq('reduce range(60) as $i (1; [., .]) | tojson', 0)", ""],
  ["jq('reduce range(60) as $i (1; [., .]) | . == 1, . == . , flatten', 0)", ""],
  ["jq('try (until(false; .)) catch 1', 0)", ""],
  ["range(60).fold(i, acc, [1], [acc, acc])", ""],
  ["range(60).fold(i, acc, [1], [acc, acc]).toJSON()", ""],
  ["range(60).fold(i, acc, [1], [acc, acc]).flatten(100)", ""],
  ["range(60).fold(i, acc, [1], [acc, acc]).distinct()", ""],
  ["range(2000).map(i, text).join('')", long],
  ["'%s'.repeat(2000).format(range(2000).map(i, text))", long],
  ["range(2000).map(i, text).shellQuote()", long],
  ["Sort(text)", long],
  ["items.sortBy(i, i).fold(i, acc, [1], [acc, acc]).toJSON()", ""],
  ["range(5000).all(a, range(5000).all(b, a + b >= 0))", ""],
  ["jsonpath('$..[?search(@, \"(.{1,100}){1,10}[!?]\")]', [text])", long.slice(0, 40_000)],
  [
    "jmespath('[@,@][]|[@,@][]|[@,@][]|[@,@][]|[@,@][]|[@,@][]|[@,@][]|[@,@][]|[@,@][]|[@,@][]', [text, text])",
    "aaaaaaaaaaaaaaaaaaaaaaa",
  ],
  ["YAML(text)", "a: [1, 2, 3]\n".repeat(20_000)],
])("stops %s within the time limit", (text, variables) => {
  const { fault, looks } = run(text, { text: variables, items: Array.from({ length: 60 }, (_, index) => index) });
  expect(fault).toBeInstanceOf(BudgetFault);
  // The maximum covers the deadline, the grace period after it, and the read that finds both exceeded.
  expect(looks).toBeLessThanOrEqual(45);
});

test.each([
  ["time.Parse(text, '1'.repeat(60) + 'x')", "1".repeat(40)],
  ["time.Parse('5'.repeat(40), text)", "1".repeat(60)],
  ["filepath.Match('*a'.repeat(200) + 'b', text)", "a".repeat(5_000)],
  ["uuid.IsValid(text)", long],
  ["range(5000).exists(a, range(5000).exists(b, a + b < 0)) || true", ""],
  ["jsonpath('$..*..*..*', {'a': [[[[[1, 2], [3, 4]], [[1, 2], [3, 4]]]]], 'b': [[[[[1, 2]]]]]})", ""],
  ["Duration(text)", "1".repeat(100_000)],
  ["text.slug() == '' || text.title() == ''", "a-".repeat(10_000)],
])("%s ends within the time limit, with a value or a fault", (text, variables) => {
  const { looks } = run(text, { text: variables });
  expect(looks).toBeLessThanOrEqual(45);
});

test("completes long but harmless expressions", () => {
  expect(run("text.matches('x\\n$')", { text: lines.slice(-5_000) }).value).toBe(true);
  expect(run("text.contains('bar') && text.size() > 0", { text: lines }).value).toBe(true);
});
