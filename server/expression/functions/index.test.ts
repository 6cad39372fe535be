// The names that whoever moves a manifest here relies on, written by hand.
import { expect, test } from "vitest";
import { compile } from "../compile.ts";
import { ExpressionFault } from "../fault.ts";
import { celFunctions, templateLibrary } from "./index.ts";

const promised = `
keys values merge omit sort distinct uniq flatten reverse range slice first last coalesce keyValToMap mapToKeyVal
sets.contains sets.equivalent sets.intersects
abbrev camelCase kebabCase snakeCase charAt format indent replace replaceAll repeat trimPrefix trimSuffix title quote squote
shellQuote slug runeCount wordWrap HumanDuration HumanSize Semver SemverCompare
JSON JSONArray toJSON toJSONPretty YAML YAMLArray toYAML TOML toTOML CSV jq jmespath jsonpath
time.Now time.Parse time.ParseLocal time.ParseInLocation time.ParseDuration time.Since time.Until time.ZoneName time.ZoneOffset
Duration
math.Add math.Sub math.Mul math.Div math.Rem math.Pow math.Seq math.Abs math.Ceil math.Floor math.Round math.Trunc math.Sign
math.Sqrt math.greatest math.least math.IsNaN math.IsInf math.IsFinite math.bitAnd math.bitOr math.bitXor math.bitNot
math.bitShiftLeft math.bitShiftRight
k8s.isHealthy k8s.isReady k8s.getHealth k8s.getStatus k8s.labels k8s.cpuAsMillicores k8s.memoryAsBytes
k8s.getResourcesLimit k8s.getResourcesRequests k8s.nodeProperties k8s.podProperties k8s.getNodeTopology
base64.encode base64.decode crypto.SHA1 crypto.SHA256 crypto.SHA384 crypto.SHA512 urlencode urldecode
filepath.Base filepath.Clean filepath.Dir filepath.Ext filepath.IsAbs filepath.Join filepath.Match filepath.Rel filepath.Split
net.ContainsCIDR random.Alpha random.AlphaNum random.ASCII random.Item random.Number
regexp.Find regexp.FindAll regexp.Match regexp.QuoteMeta regexp.Replace regexp.ReplaceLiteral regexp.Split
uuid.V4 uuid.Nil uuid.IsValid uuid.HashUUID
aws.arnToMap aws.fromAWSMap gcp.ParseIncidentTime gcp.incidents.toCheckResult matchQuery matchLabel
`
  .trim()
  .split(/\s+/);

test("all that is promised is there, in CEL and in templates", () => {
  const [cel, templates] = [celFunctions, templateLibrary].map((list) => new Set(list.map(({ name }) => name)));
  expect(promised.filter((name) => !cel!.has(name))).toEqual([]);
  expect(promised.filter((name) => !templates!.has(name))).toEqual([]);
});

test.each([
  // What CEL brings along itself.
  ["[1, 2].fold(e, acc, acc + e) + [3].fold(e, acc, 10, acc + e)", {}, 16],
  ["m.fold(k, v, acc, acc + v) + m.fold(k, v, acc, '', acc + k)", { m: { b: "y", a: "x" } }, "xyab"],
  ["[[1, 2], [3]].fold(l, s, 0, s + l.fold(i, t, 0, t + i))", {}, 6],
  ["[].fold(e, acc, acc)", {}, null],
  ["[1, 2].all(i, i > 0) && [1, 2].exists(i, i == 2) && [1].exists_one(i, i == 1)", {}, true],
  // An element that cannot be judged is no matter once another decides.
  ["[{}, {'a': 1}].exists(i, i.a == 1)", {}, true],
  ["{'a': 1}.all(k, k == 'a') && 'a' in {'a': 1} && has(m.b) && size([1]) == 1", { m: { b: 1 } }, true],
  ["' a '.trim() + 'A'.lowerAscii() + 'a'.upperAscii() + 'a,b'.split(',').join('-')", {}, "aaAa-b"],
  ["'abc'.indexOf('b') + 'abcb'.lastIndexOf('b') + int('3') + int(double('1.5'))", {}, 8],
  ["string(1) + string(bool('true')) + string(bytes('a')) + 'abc'.substring(1)", {}, "1trueabc"],
  ["type(1) == int && dyn(1) == 1 && uint(1) == 1u", {}, true],
  ["timestamp('2026-01-02T03:04:05Z').getHours() + duration('2h').getHours()", {}, 5],
])("%s", async (text, values, expected) => {
  expect(await (await compile("cel", text)).run(values, { within: 5_000 })).toEqual(expected);
});

test.each([
  ["[1].fold(1, acc, acc)", "fold needs names"],
  ["1.fold(e, acc, acc)", "a list or a map"],
  ["{'a': 1}.fold(e, acc, acc)", "fold of a map needs a key"],
  ["[1].fold(k, v, acc, 0, acc)", "fold of a list needs an item"],
  ["[1].all(i, i)", "needs a condition"],
  ["'a'.exists(i, true)", "a list or the keys of a map"],
  ["[{}].all(i, i.a == 1)", "No such key"],
])("%s is refused", async (text, sentence) => {
  const fault: unknown = await compile("cel", text)
    .then((expression) => expression.run({}, { within: 5_000 }))
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ExpressionFault);
  expect((fault as Error).message).toContain(sentence);
});

test("scripts know what a cluster's objects say about themselves", async () => {
  const script = await compile(
    "javascript",
    "k8s.getNodeTopology(node, [pod]).components[0].name + k8s.isHealthy(node)",
  );
  const node = { kind: "Node", metadata: { name: "n1" }, status: { conditions: [{ type: "Ready", status: "True" }] } };
  const pod = { kind: "Pod", metadata: { name: "p1" }, spec: { nodeName: "n1" } };
  expect(await script.run({ node, pod }, { within: 5_000 })).toBe("p1true");
  const wrong = await compile("javascript", "k8s.getHealth(1)");
  await expect(wrong.run({}, { within: 5_000 })).rejects.toThrow("a Kubernetes object");
});
