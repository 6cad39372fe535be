import { expect, test } from "vitest";
import { postAlerts, postWebhook } from "../../alertmanager.contract.schema.ts";
import { checkName, checkOf, fingerprintOf, isResolvedAt, postedAlert, webhookAlert } from "./alert.ts";

const now = new Date("2026-07-01T12:00:00Z");
const posted = (alert: unknown) => postedAlert(postAlerts.body.parse([alert])[0]!, now);
const received = (alert: unknown) =>
  webhookAlert(postWebhook.body.parse({ version: "4", alerts: [alert] }).alerts[0]!, now);

test("an alert without times starts now and ends after five minutes; labels without a value are left out", () => {
  expect(posted({ labels: { alertname: "Down", team: "" }, startsAt: "0001-01-01T00:00:00Z" })).toEqual({
    fingerprint: fingerprintOf({ alertname: "Down" }),
    labels: { alertname: "Down" },
    annotations: {},
    generatorUrl: null,
    startsAt: now,
    endsAt: new Date("2026-07-01T12:05:00Z"),
  });
});

test("an alert is resolved once its end has passed", () => {
  const until = (endsAt: string) => isResolvedAt(posted({ labels: { a: "b" }, endsAt }), now);
  expect(until("2026-07-01T12:00:01.123456789Z")).toBe(false);
  expect(until("2026-07-01T14:00:00+02:00")).toBe(true);
});

test("the status in a webhook determines the end time: a firing alert has no end time, a resolved alert has ended", () => {
  const labels = { alertname: "Down" };
  const endsAt = "0001-01-01T00:00:00Z";
  expect(received({ labels, status: "firing", endsAt }).endsAt).toBeNull();
  expect(received({ labels, status: "resolved", endsAt: "2026-07-01T11:00:00Z" }).endsAt).toEqual(
    new Date("2026-07-01T11:00:00Z"),
  );
  expect(received({ labels, status: "resolved", endsAt: "2026-07-01T13:00:00Z" }).endsAt).toEqual(now);
});

test("the order of labels does not matter for the identity of an alert", () => {
  expect(fingerprintOf({ a: "1", b: "2" })).toBe(fingerprintOf({ b: "2", a: "1" }));
  expect(fingerprintOf({ a: "1", b: "2" })).not.toBe(fingerprintOf({ a: "12", b: "" }));
  expect(fingerprintOf({ a: "1" })).toMatch(/^[\da-f]{16}$/);
});

test("the name of a check contains all labels; a long name is cut but stays unique", () => {
  const named = (labels: Record<string, string>) => checkName({ labels, fingerprint: fingerprintOf(labels) });
  expect(named({ severity: "high", alertname: "Down", instance: 'a"b' })).toBe(
    'Down {instance="a\\"b", severity="high"}',
  );
  expect(named({ alertname: "Down" })).toBe("Down");
  const long = (end: string) => named({ alertname: "Down", text: "x".repeat(300) + end });
  expect(long("a").length).toBeLessThan(230);
  expect(long("a")).not.toBe(long("b"));
});

test("the check of an alert has the labels, severity and texts of the alert", () => {
  const alert = {
    fingerprint: "f",
    labels: { alertname: "Down", severity: "Page" },
    annotations: { summary: "web-1 is down", description: "since a minute" },
    generatorUrl: "http://prometheus/graph",
    startsAt: "2026-07-01T12:00:00Z",
    endsAt: null,
  };
  expect(checkOf(alert, false)).toMatchObject({
    type: "alert",
    severity: "critical",
    description: "since a minute",
    endpoint: "http://prometheus/graph",
    isHealthy: false,
    error: "web-1 is down",
  });
  expect(checkOf({ ...alert, labels: { severity: "odd" } }, true)).toMatchObject({
    severity: undefined,
    isHealthy: true,
    message: "Resolved",
    error: "",
  });
});
