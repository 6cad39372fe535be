// Playbooks on the server.
import type { ServerArea } from "#server/area.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { playbookSpec } from "./spec.ts";
import { playbookWrites } from "./writes.ts";

export const playbooks: ServerArea = {
  name: "playbooks",
  writes: playbookWrites,
  events: [{ name: "playbook.spec.approval.updated", title: "Approvers of a playbook changed" }],
  schemas: [
    ...manifestSchemas({
      names: ["playbook"],
      kind: "Playbook",
      apiVersion: "mission-control.flanksource.com/v1",
      spec: playbookSpec,
    }),
    // Existing consoles load the playbook spec under this name.
    { name: "playbook-spec", title: "Spec of a Playbook", schema: playbookSpec },
  ],
};
