import { expect, test } from "vitest";
import {
  allResourceTypes,
  allSubjectTypes,
  draftOf,
  emptyDraft,
  missingOf,
  type PermissionRow,
  resourceOf,
  resourceTypes,
  rowOf,
  subjectOf,
  subjectTypes,
  withResource,
  withResourceType,
  withSubject,
  withSubjectType,
} from "./permission-draft.ts";
import { resourceWords, selectorWords, subjectWords, thingOf } from "./permission-words.ts";

const free = { resource: false, subject: false };

const nothing: PermissionRow = {
  id: "r1",
  name: "permission-1",
  namespace: null,
  description: null,
  source: "UI",
  action: "read",
  object: null,
  object_selector: null,
  deny: false,
  subject: "p1",
  subject_type: "person",
  created_at: "2026-11-15T00:00:00Z",
  updated_at: "2026-11-15T00:00:00Z",
  deleted_at: null,
  created_by: null,
  updated_by: null,
  until: null,
  tags: null,
  agents: null,
  error: null,
  person_id: null,
  team_id: null,
  notification_id: null,
  config_id: null,
  component_id: null,
  canary_id: null,
  check_id: null,
  playbook_id: null,
  connection_id: null,
  person: null,
  team: null,
  group: null,
  notification: null,
  scraper: null,
  topology: null,
  canary: null,
  playbook: null,
  catalog: null,
  component: null,
  connection: null,
  createdBy: null,
};

test("SE-18 selecting another type clears the id; selecting the same type keeps the id", () => {
  for (const first of allResourceTypes)
    for (const second of allResourceTypes) {
      const chosen = withResource(withResourceType(emptyDraft, first), "x");
      const then = withResourceType(chosen, second);
      expect([first, second, resourceOf(then)]).toEqual([first, second, first === second ? "x" : undefined]);
      const sent = rowOf(withResource(then, "y"), free) as Record<string, unknown>;
      const set = allResourceTypes.filter((type) => sent[resourceTypes[type].column] !== null);
      expect(set).toEqual([second]);
    }
  for (const first of allSubjectTypes)
    for (const second of allSubjectTypes) {
      const then = withSubjectType(withSubject(withSubjectType(emptyDraft, first), "x"), second);
      expect(subjectOf(then)).toBe(first === second ? "x" : undefined);
      const sent = rowOf(withSubject(then, "y"), free) as Record<string, unknown>;
      expect(allSubjectTypes.filter((type) => sent[subjectTypes[type].column] !== null)).toEqual([second]);
    }
});

test("SE-19 SE-20 a permission form requires a subject, a resource and an action, unless the page sets them", () => {
  expect(missingOf(emptyDraft, free)).toEqual({
    resource: "This field is required",
    subject: "This field is required",
    action: "This field is required",
  });
  const whole = withSubject(withResource({ ...emptyDraft, action: "read" }, "c1"), "t1");
  expect(missingOf(whole, free)).toBeUndefined();
  expect(missingOf({ ...emptyDraft, action: "*" }, { resource: true, subject: true })).toBeUndefined();
});

test("edits the stored values and keeps unsupported values unchanged", () => {
  const stored = { ...nothing, connection_id: "k1", team_id: "t1", subject_type: "team" as const, subject: "t1" };
  const draft = draftOf(stored);
  expect([draft.resourceType, resourceOf(draft), draft.subjectType, subjectOf(draft)]).toEqual([
    "connection",
    "k1",
    "team",
    "t1",
  ]);
  expect(rowOf(draft, free)).toEqual({
    config_id: null,
    component_id: null,
    connection_id: "k1",
    playbook_id: null,
    object: null,
    team_id: "t1",
    person_id: null,
    notification_id: null,
    subject: null,
    action: "read",
    deny: false,
    until: null,
    description: null,
  });
  const ofPlaybook = draftOf({ ...stored, team_id: null, subject_type: "playbook", subject: "b1" });
  expect(rowOf(ofPlaybook, free)).toMatchObject({ team_id: null, subject: "b1", subject_type: "playbook" });
  const elsewhere = { ...nothing, canary_id: "c1", subject: "guest", subject_type: "group" as const };
  expect(rowOf(draftOf(elsewhere), { resource: true, subject: true })).toEqual({
    action: "read",
    deny: false,
    until: null,
    description: null,
  });
});

test("describes the subject and the resource of a rule", () => {
  const about = (row: Partial<PermissionRow>) => subjectWords({ ...nothing, ...row });
  expect(about({ person: { id: "p1", name: "Ada" } })).toEqual({ kind: undefined, name: "Ada" });
  expect(about({})).toEqual({ kind: undefined, name: "p1" });
  expect(about({ subject_type: "group", subject: "everyone" }).name).toBe("Everyone");
  expect(about({ subject_type: "group", subject: "guest" })).toEqual({ kind: "Role", name: "guest" });
  const named = { id: "n1", name: "pager", namespace: "ops" };
  expect(about({ subject_type: "group", subject: "night", group: named })).toEqual({ kind: "Group", name: "pager" });
  expect(about({ subject_type: "notification", notification: named })).toEqual({
    kind: "Notification",
    name: "ops/pager",
  });

  expect(thingOf({ ...nothing, canary_id: "c1", canary: { id: "c1", name: "fog horn" } })).toEqual({
    kind: "canary",
    id: "c1",
    name: "fog horn",
  });
  expect(thingOf({ ...nothing, object: "logs" })).toBeUndefined();
  expect(resourceWords({ ...nothing, object: "connection-detail" })).toBe("Connection detail");
  expect(resourceWords({ ...nothing, object: "*" })).toBe("Everything");
  expect(resourceWords({ ...nothing, object: "catalog", tags: { zone: "north" }, agents: ["a", "b"] })).toBe(
    "Catalog with zone=north, agent a or b",
  );
  expect(selectorWords({ configs: [{ name: "*" }], playbooks: [{ name: "restart" }, { types: ["a", "b"] }] })).toBe(
    "Configs; Playbooks where name is restart, or types is a or b",
  );
});
