import { expect, onTestFinished, test, vi } from "vitest";
import { chooseAnalytics } from "#console/analytics.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
// The data API client reads the page address when it is imported.
happyDOM.setURL(`${server.url}/`);
const { attachEvidence, changeEvidence, createIncident } = await import("./incident-writes.ts");
const { addResponder } = await import("../responders/add-responder.ts");

/** The event names that a chat widget receives. */
function tracked() {
  const names: string[] = [];
  vi.stubGlobal("Intercom", (_: string, name: string) => names.push(name));
  chooseAnalytics([{ name: "analytics.provider", value: "intercom" }]);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    chooseAnalytics([]);
  });
  return names;
}

const incident = {
  title: "The shop is down",
  description: "",
  severity: "high",
  type: "availability",
  status: "open",
  created_by: "p1",
} as const;
const evidence = { hypothesis_id: "h1", type: "check", check_id: "c1", created_by: "p1" } as const;
const responder = {
  incident_id: "i1",
  created_by: "p1",
  kind: "person",
  teamId: undefined,
  personId: "p2",
  client: undefined,
  properties: undefined,
} as const;

const writes: [title: string, event: string, write: () => Promise<unknown>][] = [
  ["a new incident", "CreatedIncident", () => createIncident(incident)],
  ["attached evidence", "AttachEvidenceToIncident", () => attachEvidence(evidence)],
  ["a new responder", "AddedResponderToIncident", () => addResponder(responder)],
  ["a definition of done", "AddedDoDToIncident", () => changeEvidence("e1", { definition_of_done: true })],
];

test.each(writes)(
  "IN-31 IN-32 IN-33 IN-34 %s is reported as %s to a chat widget, unless the write fails",
  async (_, event, write) => {
    const names = tracked();
    server.answer = json(201, { id: "x" });
    await write();
    expect(names).toEqual([event]);
    server.answer = json(403, { message: "You are not allowed to write incidents." });
    await expect(write()).rejects.toThrow("You are not allowed to write incidents.");
    expect(names).toHaveLength(1);
  },
);

test("evidence that is attached as a definition of done is reported both as evidence and as a definition of done", async () => {
  const names = tracked();
  server.answer = json(201, { id: "x" });
  await attachEvidence({ ...evidence, definition_of_done: true });
  expect(names).toEqual(["AttachEvidenceToIncident", "AddedDoDToIncident"]);
});
