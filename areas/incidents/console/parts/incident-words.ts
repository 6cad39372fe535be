// The vocabulary of incidents: types, statuses, severities, hypotheses and evidence, with their labels.
import type { IconName } from "#console/widgets/Icon.tsx";
import type { Tables } from "#generated/tables.ts";
import { severities, severityLabel } from "#language/severity.ts";
import { capitalise } from "#lib/text/words.ts";
import "#console/widgets/page-icons.ts";

export type IncidentStatus = Tables["incidents"]["Row"]["status"];
export type HypothesisStatus = Tables["hypotheses"]["Row"]["status"];
export type HypothesisType = Tables["hypotheses"]["Row"]["type"];
export type EvidenceType = Tables["evidences"]["Row"]["type"];

interface Choice<Value extends string = string> {
  value: Value;
  label: string;
}

/** In the order that the link dialog shows. Availability is the default. */
export const incidentTypes = [
  { value: "cost", label: "Cost", icon: "dollar-sign" },
  { value: "availability", label: "Availability", icon: "heart-pulse" },
  { value: "performance", label: "Performance", icon: "timer" },
  { value: "security", label: "Security", icon: "shield-check" },
  { value: "integration", label: "Integration", icon: "plug" },
  { value: "compliance", label: "Compliance", icon: "landmark" },
  { value: "technicalDebt", label: "Technical Debt", icon: "bandage" },
  { value: "reliability", label: "Reliability", icon: "repeat" },
] as const satisfies readonly (Choice & { icon: IconName })[];

export type IncidentType = (typeof incidentTypes)[number]["value"];

export const DEFAULT_TYPE: IncidentType = "availability";
export const DEFAULT_SEVERITY = "low";

/** Some clients write this type as technical_debt. */
export const typeOf = (type: string) =>
  incidentTypes.find(({ value }) => value === (type === "technical_debt" ? "technicalDebt" : type));

/** The severities that people can choose, with a capital letter: Info to Critical. */
export const severityOptions = severities.map((value) => ({ value, label: severityLabel(value) }));

export const incidentStatuses = [
  "new",
  "open",
  "investigating",
  "mitigated",
  "resolved",
  "closed",
  "cancelled",
] as const;

export const statusOptions: readonly Choice<IncidentStatus>[] = incidentStatuses.map((value) => ({
  value,
  label: capitalise(value),
}));

const nextStatuses: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  new: ["new", "open", "investigating", "mitigated", "resolved", "closed"],
  open: ["open", "investigating", "mitigated", "resolved", "closed"],
  investigating: ["investigating", "mitigated", "resolved", "closed"],
  mitigated: ["mitigated", "resolved", "closed", "open"],
  resolved: ["resolved", "closed", "open"],
  closed: ["closed", "open"],
  cancelled: ["cancelled", "open"],
};

/** The statuses that the workflow offers, with the current status first. */
export const workflow = (status: IncidentStatus): readonly Choice<IncidentStatus>[] =>
  nextStatuses[status].map((value) => ({ value, label: capitalise(value) }));

/** Incidents in one of these statuses need no more work. */
export const isOver = (status: string) => status === "resolved" || status === "closed" || status === "cancelled";

/** In the order of the tree levels. */
export const hypothesisTypes = ["root", "factor", "solution"] as const satisfies readonly HypothesisType[];

/** The type of a child hypothesis by the type of its parent. A solution has no children. */
export const typeBelow = (type: HypothesisType): HypothesisType | undefined =>
  hypothesisTypes[hypothesisTypes.indexOf(type) + 1];

interface HypothesisLook extends Choice<HypothesisStatus> {
  icon: IconName;
  look: string;
}

/** From proven to disproven. The thumbs icons make the status recognisable without colour. */
export const hypothesisStatuses: readonly HypothesisLook[] = [
  { value: "proven", label: "Proven", icon: "thumbs-up", look: "text-healthy" },
  { value: "likely", label: "Likely", icon: "thumbs-up", look: "text-warning" },
  { value: "possible", label: "Possible", icon: "thumbs-up", look: "text-muted" },
  { value: "unlikely", label: "Unlikely", icon: "thumbs-down", look: "text-muted" },
  { value: "improbable", label: "Improbable", icon: "thumbs-down", look: "text-high" },
  { value: "disproven", label: "Disproven", icon: "thumbs-down", look: "text-unhealthy" },
];

export const hypothesisLook = (status: string) =>
  hypothesisStatuses.find(({ value }) => value === status) ?? hypothesisStatuses[2]!;

export const evidenceTypes: Readonly<Record<EvidenceType, { label: string; icon: IconName }>> = {
  log: { label: "Logs", icon: "logs" },
  config: { label: "Config", icon: "boxes" },
  topology: { label: "Component", icon: "network" },
  check: { label: "Check", icon: "heart-pulse" },
  config_analysis: { label: "Insight", icon: "lightbulb" },
  config_change: { label: "Change", icon: "history" },
  comment: { label: "Text", icon: "message-square" },
};

/** The text that is shown in place of a redacted text. */
export const REDACTED = "(redacted)";
