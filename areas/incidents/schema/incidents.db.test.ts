import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue, undone } = await estateIn(await testDatabase());
const incident = idOf("incident", 1);
const steps = async () =>
  (
    await ask<{ type: string }>("select type from incident_histories where incident_id = $1 order by created_at, id", [
      incident,
    ])
  ).map(({ type }) => type);

test("IN-28 the history records every step of an incident", () =>
  undone(async () => {
    expect((await steps()).toSorted()).toEqual([
      "evidence.created",
      "hypothesis.created",
      "incident.created",
      "responder.commented",
      "responder.created",
    ]);
    await ask("update incidents set status = 'investigating' where id = $1", [incident]);
    await ask("update incidents set title = 'disk is full' where id = $1", [incident]);
    await ask("update hypotheses set status = 'proven' where incident_id = $1", [incident]);
    await ask("update evidences set definition_of_done = true where id = $1", [idOf("evidence", 1)]);
    expect((await steps()).slice(5)).toEqual([
      "incident.status_updated",
      "incident.title_updated",
      "hypothesis.status_updated",
      "evidence.done_definition_added",
    ]);
  }));

test("the history keeps the former text of every edit", () =>
  undone(async () => {
    const [hypothesis, evidence, comment] = [idOf("hypothesis", 1), idOf("evidence", 1), idOf("comment", 1)];
    await ask("update incidents set title = 'second' where id = $1", [incident]);
    await ask("update incidents set title = 'third', severity = 'high' where id = $1", [incident]);
    await ask("update hypotheses set title = 'dns is down' where id = $1", [hypothesis]);
    await ask("update comments set comment = 'still on it' where id = $1", [comment]);
    await ask("update evidences set description = 'first' where id = $1", [evidence]);
    await ask("update evidences set description = 'second' where id = $1", [evidence]);
    const rows = await ask<{ type: string; description: string }>(
      "select type, description from incident_histories where incident_id = $1 and type like '%updated' order by created_at, id",
      [incident],
    );
    expect(rows.map(({ type, description }) => `${type}: ${description}`)).toEqual([
      "incident.title_updated: disk full on node 1",
      "incident.title_updated: second",
      "incident.severity_updated: medium",
      "hypothesis.title_updated: dns is slow",
      "comment.updated: on it",
      "evidence.description_updated: ",
      "evidence.description_updated: first",
    ]);
  }));

test("the history contains the reason for an automatic change", () =>
  undone(async () => {
    await ask("select set_config('quarterdeck.reason', 'every check is healthy', true)");
    await ask("update incidents set status = 'resolved' where id = $1", [incident]);
    expect(
      await ask(
        "select description, reason from incident_histories where incident_id = $1 and type = 'incident.status_updated'",
        [incident],
      ),
    ).toEqual([{ description: "resolved", reason: "every check is healthy" }]);
  }));

test("the author of a history entry is the person in the quarterdeck.person setting", () =>
  undone(async () => {
    await ask("select set_config('quarterdeck.person', $1, true)", [idOf("person", 5)]);
    await ask("update incidents set status = 'resolved' where id = $1", [incident]);
    expect(
      await queryValue(
        "select created_by from incident_histories where incident_id = $1 and description = 'resolved'",
        [incident],
      ),
    ).toBe(idOf("person", 5));
  }));

test("the timestamps of an incident follow its status", () =>
  undone(async () => {
    const moments = () =>
      ask(
        "select acknowledged is not null as a, resolved is not null as r, closed is not null as c from incidents where id = $1",
        [incident],
      );
    expect(await moments()).toEqual([{ a: false, r: false, c: false }]);
    await ask("update incidents set status = 'investigating' where id = $1", [incident]);
    expect(await moments()).toEqual([{ a: true, r: false, c: false }]);
    // Setting an unfinished incident back to open does not count as reopening.
    await ask("update incidents set status = 'open' where id = $1", [incident]);
    expect(await moments()).toEqual([{ a: true, r: false, c: false }]);
    await ask("update incidents set status = 'closed' where id = $1", [incident]);
    expect(await moments()).toEqual([{ a: true, r: true, c: true }]);
    await ask("update incidents set status = 'open' where id = $1", [incident]);
    expect(await moments()).toEqual([{ a: false, r: false, c: false }]);
    await ask("update incidents set status = 'cancelled' where id = $1", [incident]);
    expect(await moments()).toEqual([{ a: true, r: false, c: true }]);
  }));

test("the first change from open to any other status acknowledges the incident", () =>
  undone(async () => {
    for (const [index, status] of ["investigating", "mitigated", "resolved", "closed", "cancelled"].entries()) {
      const id = idOf("incident", index + 2);
      await ask("update incidents set status = 'new' where id = $1", [id]);
      expect(await queryValue("select acknowledged from incidents where id = $1", [id])).toBeNull();
      await ask("update incidents set status = $2 where id = $1", [id, status]);
      expect(await queryValue("select acknowledged is not null from incidents where id = $1", [id])).toBe(true);
    }
  }));

test("deleting a hypothesis, evidence or comment keeps the history and adds a row to it", () =>
  undone(async () => {
    const before = await steps();
    await ask("delete from comments where hypothesis_id = $1", [idOf("hypothesis", 1)]);
    await ask("delete from evidences where hypothesis_id = $1", [idOf("hypothesis", 1)]);
    await ask("delete from hypotheses where id = $1", [idOf("hypothesis", 1)]);
    expect(await steps()).toEqual([...before, "comment.deleted", "evidence.deleted", "hypothesis.deleted"]);
    expect(
      await queryValue(
        "select description from incident_histories where incident_id = $1 and type = 'hypothesis.deleted'",
        [incident],
      ),
    ).toBe("dns is slow");
  }));

test("texts of deleted comments and evidence are removed from the history", () =>
  undone(async () => {
    await ask("update comments set comment = 'canaryDt again' where id = $1", [idOf("comment", 1)]);
    await ask("update comments set comment = 'fine' where id = $1", [idOf("comment", 1)]);
    await ask("update evidences set description = 'canaryDt' where id = $1", [idOf("evidence", 1)]);
    await ask("update evidences set description = 'canaryDt more' where id = $1", [idOf("evidence", 1)]);
    const left = () => queryValue("select count(*)::int from incident_histories where description like '%canaryDt%'");
    expect(await left()).toBe(2);
    await ask("delete from comments where id = $1", [idOf("comment", 1)]);
    await ask("delete from evidences where id = $1", [idOf("evidence", 1)]);
    expect(await left()).toBe(0);
  }));

test("deleting a hypothesis lists its evidence and comments in one row", () =>
  undone(async () => {
    const before = await steps();
    await ask("delete from hypotheses where id = $1", [idOf("hypothesis", 1)]);
    expect(await steps()).toEqual([...before, "hypothesis.deleted"]);
  }));

test("severities are stored in lower case, and unknown severities are refused", () =>
  undone(async () => {
    expect(await queryValue("select severity from incidents where id = $1", [incident])).toBe("medium");
    await expect(ask("update incidents set severity = 'awful' where id = $1", [incident])).rejects.toMatchObject({
      code: "23514",
    });
  }));

test("the list contains the commander, responders and commenters of each incident", async () => {
  const [row] = await ask(
    "select commander, responders, commenters, component_ids from incident_summary where id = $1",
    [incident],
  );
  expect(row).toMatchObject({
    commander: { name: "Grace Hopper" },
    responders: [{ name: "team 1", avatar: "group" }],
    commenters: [{ name: "Ada Lovelace" }],
    component_ids: [idOf("component", 1)],
  });
});

test("incident_summary_by_component counts only open incidents", async () => {
  expect(await queryValue("select incidents from topology where id = $1", [idOf("component", 1)])).toEqual({
    availability: { medium: 1 },
  });
  expect(await queryValue("select incidents from topology where id = $1", [idOf("component", 12)])).toBeNull();
});
