// Tests reports from many tools, and scripts that write such reports.
import { expect, test } from "vitest";
import { runOne } from "#tests/support/checks.ts";
import { readReport } from "./junit-report.ts";

const report = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE testsuites [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<testsuites time="9"><!-- <testcase name="no"/> -->
  <testsuite name="shop &amp; pay" tests="4" time="1.5">
    <properties><property name="os" value="linux"/></properties>
    <testcase name="adds" classname="Cart" time="0.25"><properties><property name="owner" value="ada"/></properties></testcase>
    <testcase name="pays &#x20AC;" classname='Pay' time="1,000.5">
      <failure message="expected &lt;5&gt;" type="x"><![CDATA[at Pay.java:7 <here>]]></failure>
      <system-out>failure &x; in the output</system-out>
    </testcase>
    <testcase name="waits"><skipped/></testcase>
    <testcase name="breaks"><error message="boom"/></testcase>
  </testsuite>
  <testsuite name="outer"><testsuite name="inner"><testcase name="deep" time="0.1"/></testsuite></testsuite>
</testsuites>`;

test("reads suites, cases and their outcomes", () => {
  const [shop, inner, ...rest] = readReport(report);
  expect(rest).toEqual([]);
  expect(shop).toMatchObject({ name: "shop & pay", passed: 1, failed: 1, skipped: 1, error: 1, duration: 1000.75 });
  expect(shop!.tests).toEqual([
    { name: "adds", classname: "Cart", status: "passed", message: "", duration: 0.25, properties: { owner: "ada" } },
    {
      name: "pays €",
      classname: "Pay",
      status: "failed",
      message: "expected <5>\nat Pay.java:7 <here>",
      duration: 1000.5,
      properties: {},
    },
    { name: "waits", classname: "", status: "skipped", message: "", duration: 0, properties: {} },
    { name: "breaks", classname: "", status: "error", message: "boom", duration: 0, properties: {} },
  ]);
  expect(inner).toMatchObject({ name: "inner", passed: 1 });
});

test.each([
  ["<testsuite><testcase></testsuite>", "is not valid XML: its elements do not match"],
  ["<testsuite>", "is incomplete"],
  ["<html></html>", "contains no testsuite"],
  ["<testcase/>", "has cases outside of any suite"],
  ['<testsuite name="', "is not XML"],
])("refuses %s", (xml, why) => {
  expect(() => readReport(xml)).toThrow(why);
});

const run = (script: string, spec: Readonly<Record<string, unknown>> = {}) => runOne("junit", { script, ...spec });
const good = '<testsuite name="s"><testcase name="a" time="0.5"/><testcase name="b"><skipped/></testcase></testsuite>';

test("passes for reports without a failed test", async () => {
  const script = `mkdir -p reports/more; echo '${good}' > reports/one.xml; echo '${good}' > reports/more/two.xml; echo x > odd.xml`;
  expect(await run(script, { testResults: "reports/" })).toMatchObject({
    verdict: "healthy",
    message: "2 passed, 0 failed, 0 broken, 2 skipped",
    data: {
      results: { passed: 2, failed: 0, skipped: 2, error: 0, duration: 1, suites: [{ name: "s" }, { name: "s" }] },
    },
  });
  expect(await run(script, { testResults: "reports/*.xml", artifacts: [{ path: "odd.xml" }] })).toMatchObject({
    verdict: "healthy",
    message: "1 passed, 0 failed, 0 broken, 1 skipped",
    artifacts: [{ path: "odd.xml" }],
  });
  expect(await run(script)).toMatchObject({ verdict: "unhealthy", error: "odd.xml contains no testsuite" });
});

test("lists failed tests, and fails if the script is interrupted or writes no report", async () => {
  const failing = `cat > r.xml <<'END'\n${report}\nEND\nexit 1`;
  expect(await run(failing)).toMatchObject({
    verdict: "unhealthy",
    error: "2 tests failed, shop & pay / pays €: expected <5>, shop & pay / breaks: boom",
    detail: { failed: 1, error: 1, exitCode: 1, failures: [{ name: "pays €" }, { name: "breaks" }] },
  });
  expect(await run(`echo '${good}' > r.xml; echo oh no >&2; exit 2`)).toMatchObject({
    error: "the script exited with 2: oh no",
  });
  expect(await run("true", { testResults: "reports" })).toMatchObject({
    error: "the script wrote no reports: there is no reports/**/*.xml",
  });
});

test("stops a script at its timeout", async () => {
  expect(await run("sleep 60", { timeout: "200ms" })).toMatchObject({
    verdict: "unhealthy",
    error: "the script was stopped: it ran longer than 0.2 s",
  });
});

test("fails for reports without tests, unless the spec allows it", async () => {
  const script = `echo '<testsuite name="s"></testsuite>' > empty.xml`;
  expect(await run(script)).toMatchObject({ verdict: "unhealthy", error: "the reports contain no tests" });
  expect(await run(script, { markFailOnEmpty: false })).toMatchObject({ verdict: "healthy" });
});

test("rejects a pod spec and suggests a script instead", async () => {
  const pod = { testResults: "/tmp/results", spec: { containers: [{ name: "tests", image: "shop-tests" }] } };
  expect(await runOne("junit", pod)).toMatchObject({
    isInvalid: true,
    error: expect.stringMatching(
      /^spec is not supported, because tests do not run in pods\. Remove spec, add a script/,
    ) as string,
  });
  expect(await runOne("junit", {})).toMatchObject({
    isInvalid: true,
    error: "A junit check needs a script that runs the tests and writes their reports.",
  });
});
