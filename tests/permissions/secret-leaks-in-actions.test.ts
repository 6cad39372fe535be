// Puts a marker into every field of an action that can hold a credential, for every kind of action. The playbooks are
// saved through the data API and planned; no response may contain a marker.
import { expect, test } from "vitest";
import { actionKinds } from "#areas/playbooks/server/actions/index.ts";
import { openPlaybook, type PlaybookRow } from "#areas/playbooks/server/runs/playbook-row.ts";
import { maskSpec } from "#server/spec/masked-spec.ts";
import { startTestServer } from "../support/test-server.ts";
import { openEstate } from "./estate-server.ts";
import { markedSpec, markerStart } from "./marked-specs.ts";

const { server, db, person } = await openEstate(await startTestServer());
const admin = await person({ roles: ["admin"] });
const viewer = await person({ roles: ["viewer"] });

/** Fields that some kinds need, or that cannot be generated. */
const requiredFields: Record<string, Record<string, unknown>> = {
  exec: { script: "true" },
  pod: {
    spec: { containers: [{ name: "a", image: "busybox", env: [{ name: "TOKEN", value: `${markerStart}podQ7` }] }] },
  },
};

// Nothing listens at this address.
const address = "http://127.0.0.1:9";
const specs = actionKinds.map((kind) => ({
  kind,
  type: kind.type,
  ...markedSpec(kind.spec, { name: `n-${kind.type}`, address, requiredFields: requiredFields[kind.type] ?? {} }),
}));

test.each(specs)(
  "$type: every field that its schema marks as secret is masked",
  ({ kind, spec, excluded, unfilled }) => {
    expect(unfilled).toEqual([]);
    for (const written of [spec, excluded])
      expect(JSON.stringify(maskSpec(kind.spec, written).masked)).not.toContain(markerStart);
  },
);

test.each(specs)(
  "$type: no response contains a credential, and the stored spec has all of them",
  async ({ type, spec }) => {
    const written = { actions: [{ name: "act", [type]: spec }] };
    const saved = await admin.ask("/playbooks", {
      method: "POST",
      headers: { prefer: "return=representation" },
      body: { name: `leaks-${type}`, spec: written },
    });
    expect([saved.status, saved.status === 201 ? "" : saved.text]).toEqual([201, ""]);
    const [{ id }] = saved.body as [{ id: string }];
    const planned = await admin.ask(`/api/playbook/${id}/plan`, { method: "POST", body: { id } });
    expect(planned.status).toBe(200);
    const read = await viewer.ask(`/playbooks?id=eq.${id}`);
    for (const { text } of [saved, planned, read]) expect(text).not.toContain(markerStart);
    const row = await db.selectFrom("playbooks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(markerStart);
    expect(openPlaybook(server.system, row as unknown as PlaybookRow)).toEqual(JSON.parse(JSON.stringify(written)));
  },
);
