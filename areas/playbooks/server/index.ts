// The server part of playbooks: runs, approvals, plans and triggers.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import type { ActionKind } from "./action-kind.ts";
import { actionKinds } from "./actions/index.ts";
import { playbookRoutes } from "./api/routes.ts";
import { playbookMcp } from "./api/tools.ts";
import { changedApprovers } from "./runs/changed-approvers.ts";
import { playbookManifests } from "./save/playbook-manifests.ts";
import { createEngine } from "./runs/engine.ts";
import { performOnAgentWith } from "./runs/perform-kinds.ts";
import { retainRuns } from "./runs/retain.ts";
import { runAction } from "./runs/run-action.ts";
import { timeOutRuns } from "./runs/time-out.ts";
import { playbookFormWith, playbookSpecWith } from "./spec.ts";
import { eventTriggers, triggerInbox } from "./triggers/events.ts";
import { notificationTriggers } from "./triggers/notifications.ts";
import { notifyApprovers } from "./triggers/notify-approvers.ts";
import { scheduleTriggers } from "./triggers/schedules.ts";
import { webhookRoutes } from "./triggers/webhook-route.ts";
import { playbookWritesWith } from "./save/writes.ts";

export { boundText, sqlServerBatch } from "./actions/sql/bound-text.ts";
export { sqlWriter, type SqlWriter } from "./text/sql-writer.ts";

/** Tests pass their own action kinds. */
export function playbooksWith(kinds: readonly ActionKind[]): ServerArea {
  const spec = playbookSpecWith(kinds);
  const engine = createEngine(kinds, spec, runAction);
  return {
    name: "playbooks",
    routes(app, system) {
      playbookRoutes(app, system, engine);
      webhookRoutes(app, system, engine);
    },
    jobs: [...engine.jobs, timeOutRuns, retainRuns] as ServerArea["jobs"] & {},
    services: [eventTriggers(engine), scheduleTriggers(engine)],
    listeners: [changedApprovers, notifyApprovers, notificationTriggers(engine)],
    inboxes: [triggerInbox],
    recipients: ["playbook"],
    writes: playbookWritesWith(engine),
    mcp: playbookMcp,
    manifests: [playbookManifests(engine)],
    kinds: [
      defineKind({
        family: "resource",
        type: "playbooks",
        title: "Playbook",
        icon: "play",
        spec: playbookFormWith(kinds),
      }),
      ...kinds,
    ],
    events: [
      { name: "playbook.spec.approval.updated", title: "Approvers of a playbook changed" },
      { name: "playbook.approval.requested", title: "Playbook run waits for approval" },
      { name: "playbook.approval.inserted", title: "Playbook run approved" },
      { name: "playbook.run.requested", title: "Playbook run requested by a notification" },
      { name: "playbook.run.completed", title: "Playbook run completed" },
      { name: "playbook.run.failed", title: "Playbook run failed" },
      { name: "playbook.run.cancelled", title: "Playbook run cancelled" },
      { name: "playbook.run.timed_out", title: "Playbook run timed out" },
    ],
    schemas: [
      ...manifestSchemas({
        names: ["playbook"],
        kind: "Playbook",
        apiVersion: "mission-control.flanksource.com/v1",
        spec,
      }),
      // Existing consoles load the playbook spec under this name.
      { name: "playbook-spec", title: "Spec of a Playbook", schema: spec },
    ],
  };
}

export const playbooks = playbooksWith(actionKinds);

/** Runs the actions that a server sends to an agent. */
export const performOnAgent = performOnAgentWith(actionKinds);
