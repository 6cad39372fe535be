// Reads test reports in the JUnit format: suites, cases, and the outcome of each case. All other elements are skipped,
// and no entities or files are resolved.

export type TestStatus = "passed" | "failed" | "skipped" | "error";

export interface TestCase {
  name: string;
  classname: string;
  status: TestStatus;
  message: string;
  /** In seconds. */
  duration: number;
  properties: Record<string, string>;
}

export interface TestSuite {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  error: number;
  duration: number;
  tests: TestCase[];
}

const maxMessageLength = 4_000;
const maxCases = 20_000;

/** Matches comments, instructions, doctypes, CDATA, elements, and the text between them. */
const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>|<(\/?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/gy;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const outcomes: Readonly<Record<string, TestStatus>> = { failure: "failed", error: "error", skipped: "skipped" };

/** Throws an Error whose message is meant to follow the file name. */
export function readReport(xml: string): TestSuite[] {
  const suites: TestSuite[] = [];
  const open: string[] = [];
  const openSuites: TestSuite[] = [];
  let current: TestCase | undefined;
  let count = 0;
  let at = 0;
  token.lastIndex = 0;
  // Some files begin with a byte order mark.
  const text = xml.replace(/^\uFEFF/, "");
  for (let found; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    found = token.exec(text);
    if (!found) throw new Error("is not XML");
    const [, cdata, closing, name, attributes, selfClosing, words] = found;
    const content = cdata ?? (words === undefined ? undefined : unescaped(words));
    if (content !== undefined && current && Object.hasOwn(outcomes, open.at(-1) ?? "")) addMessage(current, content);
    if (name === undefined) continue;
    if (closing) {
      if (open.pop() !== name) throw new Error("is not valid XML: its elements do not match");
      if (name === "testcase") current = undefined;
      if (name === "testsuite") openSuites.pop();
      continue;
    }
    const fields = attributesOf(attributes ?? "");
    const parent = open.at(-1);
    if (name === "testsuite") {
      const suite = {
        name: fields.get("name") ?? "",
        passed: 0,
        failed: 0,
        skipped: 0,
        error: 0,
        duration: 0,
        tests: [],
      };
      suites.push(suite);
      if (!selfClosing) openSuites.push(suite);
    } else if (name === "testcase") {
      if ((count += 1) > maxCases) throw new Error(`has more than ${maxCases} cases`);
      const suite = openSuites.at(-1);
      if (!suite) throw new Error("has cases outside of any suite");
      const testCase = caseOf(fields);
      suite.tests.push(testCase);
      if (!selfClosing) current = testCase;
    } else if (current && parent === "testcase" && Object.hasOwn(outcomes, name)) {
      // Repeated outcomes are retries of the same case.
      current.status = outcomes[name]!;
      addMessage(current, fields.get("message") ?? "");
    } else if (current && name === "property" && fields.has("name")) {
      current.properties[fields.get("name")!] = fields.get("value") ?? "";
    }
    if (!selfClosing) open.push(name);
  }
  if (open.length > 0) throw new Error("is incomplete");
  if (suites.length === 0) throw new Error("contains no testsuite");
  for (const suite of suites) sumUp(suite);
  return suites.filter(({ tests }) => tests.length > 0 || suites.length === 1);
}

const caseOf = (fields: ReadonlyMap<string, string>): TestCase => ({
  name: fields.get("name") ?? "",
  classname: fields.get("classname") ?? "",
  status: "passed",
  message: "",
  duration: secondsIn(fields.get("time")),
  properties: {},
});

/** Some tools write a comma as the thousands separator. */
function secondsIn(written: string | undefined): number {
  const seconds = Number((written ?? "0").replaceAll(",", ""));
  return Number.isFinite(seconds) ? seconds : 0;
}

function addMessage(to: TestCase, text: string): void {
  const more = text.trim();
  if (more === "" || to.message.includes(more)) return;
  to.message = (to.message === "" ? more : `${to.message}\n${more}`).slice(0, maxMessageLength);
}

function sumUp(suite: TestSuite): void {
  for (const { status, duration } of suite.tests) {
    suite[status] += 1;
    suite.duration += duration;
  }
  suite.duration = Math.round(suite.duration * 1e6) / 1e6;
}

const attributesOf = (text: string) =>
  new Map([...text.matchAll(attribute)].map(([, name = "", a, b]) => [name, unescaped(a ?? b ?? "")]));

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}
