import { describe, expect, test } from "vitest";
import { parseLabelSelector } from "#lib/selector/label-selector.ts";
import { isEmptySelector, mentions, toSelector, type ResourceSelector } from "./resource-selector.ts";
import { parseSelector } from "#lib/selector/selector.ts";
import { selects } from "#lib/selector/selector-match.ts";

const clock = { now: Date.parse("2026-11-15T12:00:00Z"), timeZone: "UTC" };
const pod = {
  id: "1",
  name: "grafana-7d9f",
  type: "Kubernetes::Pod",
  status: null,
  health: "healthy",
  external_id: ["uid-1", "k8s/1"],
  labels: { app: "grafana", "app.kubernetes.io/name": "web", tier: "one" },
  tags: { cluster: "north", namespace: "monitoring" },
  properties: [
    { name: "version", text: "1.2" },
    { name: "memory", value: 2048 },
  ],
  config: { spec: { replicas: 3 } },
  cost_total_1d: 14.4,
  created_at: "2026-11-15T08:00:00Z",
};

describe("selects() with a search", () => {
  test.each([
    ["", true],
    ["graf", true],
    ["GRAF", true],
    ["fana", false],
    ["*fana", false],
    ["*fana*", true],
    ["-graf", false],
    ["-loki", true],
    ["name=grafana-7d9f", true],
    ["name=grafana", false],
    ["name=grafana*,!*9f", false],
    ["type=Kubernetes::Pod", true],
    ["type=pod", true],
    ["config_type=pod", true],
    ["type=od", false],
    ["type=Kubernetes::*", true],
    ["type!=pod", false],
    ["health=healthy,unhealthy", true],
    ["health!=healthy", false],
    ["status=Running", false],
    ["status!=Running", true],
    ["status=!Running", true],
    ["status=*", false],
    ["external_id=k8s/1", true],
    ["labels.app=graf*", true],
    ["labels.app.kubernetes.io/name=web", true],
    ["labels.app=Grafana", false],
    ["labels.app=Graf*", true],
    ["labels=one", true],
    ["labels=two", false],
    ["labels.app", true],
    ["!labels.app", false],
    ["labels.team", false],
    ["!tags.team", true],
    ["namespace=monitoring", true],
    ["properties.version=1.2", true],
    ["properties.memory>1000", true],
    ["config.spec.replicas=3", true],
    ["config.spec.replicas>=4", false],
    ["cost_total_1d<15", true],
    ["created>now-24h", true],
    ["created_at>now-1h", false],
    ["created_at<2026-11-16", true],
    ["created_at>nonsense", false],
    ["loki | graf", true],
    ["(loki | graf) health=unhealthy", false],
    ["loki ; type=pod", true],
  ])("the search %s selects %s", (text, expected) => expect(selects(parseSelector(text), pod, clock)).toBe(expected));
});

describe("selects() with a label selector", () => {
  test.each([
    ["", true],
    ["app=grafana", true],
    ["app==grafana, tier!=two", true],
    ["app = graf*", true],
    ["app in (loki, grafana)", true],
    ["app notin (loki,grafana)", false],
    ["team notin (x)", true],
    ["app,!team", true],
    ["!app", false],
    ["app.kubernetes.io/name=web", true],
  ])('whether the label selector "%s" matches: %s', (text, expected) => {
    expect(
      selects(
        parseLabelSelector(text, (key) => ["labels", key]),
        pod,
        clock,
      ),
    ).toBe(expected);
  });

  test.each(["app in", "=x", "a b", "app in (a", "a,,b"])("refuses %s", (text) => {
    expect(() => parseLabelSelector(text, (key) => ["labels", key])).toThrow("Write a label selector like");
  });
});

describe("selects() with a resource selector", () => {
  test.each<[ResourceSelector, boolean]>([
    [{ name: "grafana*" }, true],
    [{ name: "*" }, true],
    [{ types: ["Kubernetes::Pod", "Kubernetes::Node"] }, true],
    [{ types: ["Kubernetes::Node"], name: "*" }, false],
    [{ namespace: "monitoring", health: "healthy,warning" }, true],
    [{ labelSelector: "app=grafana", tagSelector: "cluster in (north)" }, true],
    [{ tagSelector: "!cluster" }, false],
    [{ fieldSelector: "external_id=uid-1" }, true],
    [{ search: "health=healthy", types: ["Kubernetes::*"] }, true],
    [{ search: "a | graf", health: "unhealthy" }, false],
  ])("the resource selector %j selects %s", (input, expected) =>
    expect(selects(toSelector(input), pod, clock)).toBe(expected),
  );

  test("treats a selector without fields as empty", () => {
    expect(
      [{}, { search: " ", cache: "no-store" }, { types: [], limit: 5, includeDeleted: true }].map(isEmptySelector),
    ).toEqual([true, true, true]);
    expect([{ agent: "all" }, { search: "a" }].map(isEmptySelector)).toEqual([false, false]);
  });

  test("reports the fields that a search mentions", () => {
    const selector = parseSelector("a (type=x | deleted_at>now-1d)");
    expect([mentions(selector, ["deleted_at"]), mentions(selector, ["agent", "id"])]).toEqual([true, false]);
  });
});
