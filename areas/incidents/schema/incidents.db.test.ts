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

test("the history records every step of an incident", () =>
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
      "hypothesis.status_updated",
      "evidence.done_definition_added",
    ]);
  }));

test("the author of a history entry is the person in the setting quarterdeck.person", () =>
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
    await ask("update incidents set status = 'closed' where id = $1", [incident]);
    expect(await moments()).toEqual([{ a: true, r: true, c: true }]);
    await ask("update incidents set status = 'open' where id = $1", [incident]);
    expect(await moments()).toEqual([{ a: true, r: false, c: false }]);
  }));

test("deleting a hypothesis keeps its history", () =>
  undone(async () => {
    const before = (await steps()).length;
    await ask("delete from comments where hypothesis_id = $1", [idOf("hypothesis", 1)]);
    await ask("delete from evidences where hypothesis_id = $1", [idOf("hypothesis", 1)]);
    await ask("delete from hypotheses where id = $1", [idOf("hypothesis", 1)]);
    expect(await steps()).toHaveLength(before);
  }));

test("severities are stored in lower case, and unknown ones are refused", () =>
  undone(async () => {
    expect(await queryValue("select severity from incidents where id = $1", [incident])).toBe("medium");
    await expect(ask("update incidents set severity = 'awful' where id = $1", [incident])).rejects.toMatchObject({
      code: "23514",
    });
  }));

test("the list names the commander, responders and commenters of each incident", async () => {
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
