import { Icon } from "#console/widgets/Icon.tsx";
import { capitalise } from "#lib/text/words.ts";
import { hypothesisLook, typeOf } from "./incident-words.ts";

/** The colour only marks incidents that need attention; the text shows the status. */
const looks: Readonly<Record<string, string>> = {
  open: "border-warning/40 bg-warning/10 text-warning-text",
  closed: "border-line bg-sunken text-muted",
  cancelled: "border-line bg-sunken text-muted",
};
const otherLook = "border-accent/30 bg-selected text-link";

/** The status of an incident as a tag: open is amber, closed is grey, the others are blue. */
export const StatusTag = ({ status }: { status: string }) => (
  <span
    className={`inline-flex h-5 items-center rounded-sm border px-1.5 text-meta font-medium whitespace-nowrap ${looks[status] ?? otherLook}`}
  >
    {capitalise(status)}
  </span>
);

/** The type of an incident; "NA" for an unknown type. */
export function TypeLabel({ type }: { type: string }) {
  const known = typeOf(type);
  if (!known) return <span className="text-muted">NA</span>;
  return (
    <span title={known.label} className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
      <Icon name={known.icon} size={14} className="text-muted" />
      <span className="truncate">{known.label}</span>
    </span>
  );
}

/** The status of a hypothesis: a thumb icon and a word. */
export function HypothesisStatusLabel({ status }: { status: string }) {
  const { icon, look, label } = hypothesisLook(status);
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon name={icon} size={14} className={look} />
      {label}
    </span>
  );
}
