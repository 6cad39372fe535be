// Tests every read request of existing clients, unchanged: each response has the fields that the client's screen reads.
import { describe, expect, test } from "vitest";
import { startTestServer } from "../../support/test-server.ts";
import { clientInUse, expectFields } from "./client.ts";
import { catalog } from "./reads/catalog.ts";
import { incidents } from "./reads/incidents.ts";
import { notifications } from "./reads/notifications.ts";
import { playbooks } from "./reads/playbooks.ts";
import { settings } from "./reads/settings.ts";
import { topologyAndHealth } from "./reads/topology-and-health.ts";

const { send } = await clientInUse(await startTestServer());

async function answers(_proves: string, request: string, fields: string): Promise<void> {
  const isCounted = request.startsWith("R ");
  const { status, range, rows, text } = await send(
    "GET",
    isCounted ? request.slice(2) : request,
    isCounted ? { prefer: "count=exact" } : {},
  );
  expect({ status, text: status < 300 ? "" : text }).toEqual({ status: expect.toBeOneOf([200, 206]), text: "" });
  // The total is a number if a count was requested, otherwise an asterisk.
  expect(range?.split("/")[1]).toMatch(isCounted ? /^[1-9]\d*$/ : /^\*$/);
  expectFields(rows, fields);
}

describe("DA-01 DA-02 DA-04 reads", () => {
  describe("the catalog (DA-41 DA-44 DA-45 DA-46 DA-47 DA-66 DA-67 DA-68 DA-69 DA-70 DA-71 DA-72 DA-73 DA-74 DA-75 DA-76 DA-77 DA-78 DA-79 DA-107)", () => {
    test.each(catalog)("%s %s", answers);
  });
  describe("playbooks (DA-48 DA-49 DA-50 DA-51 DA-52 DA-100)", () => {
    test.each(playbooks)("%s %s", answers);
  });
  describe("notifications (DA-55 DA-56 DA-57 DA-58)", () => {
    test.each(notifications)("%s %s", answers);
  });
  describe("settings, people and views (DA-28 DA-29 DA-30 DA-31 DA-32 DA-33 DA-53 DA-54 DA-59 DA-63 DA-64 DA-65 DA-88 DA-108 DA-109)", () => {
    test.each(settings)("%s %s", answers);
  });
  describe("topology and health (DA-34 DA-35 DA-36 DA-37 DA-38 DA-39 DA-40 DA-42 DA-43 DA-86 DA-106 DA-115)", () => {
    test.each(topologyAndHealth)("%s %s", answers);
  });
  describe("incidents (DA-20 DA-21 DA-22 DA-23 DA-24 DA-25 DA-26 DA-27 DA-110)", () => {
    test.each(incidents)("%s %s", answers);
  });

  test("DA-87 /canary/event_queue_summary has its fields, even if it is empty", async () => {
    const path =
      "/canary/event_queue_summary?order=last_failure.desc&select=name,pending,failed,average_attempts,first_failure,last_failure,most_common_error";
    expect((await send("GET", path)).status).toBe(200);
    expect((await send("GET", "/canary/event_queue_summary?order=last_failure.desc")).status).toBe(200);
  });
});
