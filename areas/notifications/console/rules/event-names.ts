// The events that a rule can listen to, grouped by the kind of resource.

export interface EventGroup {
  label: string;
  events: readonly string[];
  /** Rarely used events. */
  isRare?: true;
}

export const eventGroups: readonly EventGroup[] = [
  { label: "Checks", events: ["check.failed", "check.passed"] },
  {
    label: "Catalog",
    events: [
      "config.healthy",
      "config.unhealthy",
      "config.warning",
      "config.degraded",
      "config.unknown",
      "config.created",
      "config.updated",
      "config.changed",
      "config.deleted",
    ],
  },
  {
    label: "Components",
    events: ["component.healthy", "component.unhealthy", "component.warning", "component.unknown"],
  },
  {
    label: "Incidents",
    isRare: true,
    events: [
      "incident.created",
      "incident.comment.added",
      "incident.dod.added",
      "incident.dod.passed",
      "incident.dod.regressed",
      "incident.responder.added",
      "incident.responder.removed",
      ...["open", "closed", "mitigated", "resolved", "investigating", "cancelled"].map(
        (status) => `incident.status.${status}`,
      ),
    ],
  },
  {
    label: "Playbooks",
    isRare: true,
    events: [
      "playbook.approval.requested",
      "playbook.approval.inserted",
      "playbook.spec.approval.updated",
      "playbook.run.completed",
      "playbook.run.failed",
      "playbook.run.cancelled",
      "playbook.run.timed_out",
    ],
  },
];

export const eventNames = eventGroups.flatMap(({ events }) => events);

export type PreviewedKind = "check" | "config" | "component";

/** The kinds of resources that have their own pages and can be previewed. */
export const kindOfEvent = (event: string): PreviewedKind | undefined =>
  (["check", "config", "component"] as const).find((kind) => event.startsWith(`${kind}.`));
