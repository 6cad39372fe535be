import { Icon } from "#console/widgets/Icon.tsx";
import type { Evidence } from "../parts/incident-query.ts";
import { evidenceName, linkedResource } from "../parts/evidence-name.ts";
import { type EvidenceType, evidenceTypes } from "../parts/incident-words.ts";

interface EvidenceChoiceProps {
  evidence: readonly Evidence[];
  chosen: ReadonlySet<string>;
  change: (chosen: ReadonlySet<string>) => void;
}

const order = Object.keys(evidenceTypes) as EvidenceType[];

/** The evidence of an incident, grouped by type, with a checkbox for each piece. */
export function EvidenceChoice({ evidence, chosen, change }: EvidenceChoiceProps) {
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    change(next);
  };
  const sorted = evidence.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  return (
    <ul aria-label="Evidence" className="flex max-h-80 flex-col overflow-y-auto rounded-md border border-line">
      {sorted.map((each) => {
        const { icon, label } = evidenceTypes[each.type];
        const state = linkedResource(each)?.state;
        return (
          <li key={each.id} className="border-b border-line last:border-b-0">
            <label className="flex min-h-control cursor-pointer items-center gap-2.5 px-3 hover:bg-hover">
              <input
                type="checkbox"
                checked={chosen.has(each.id)}
                onChange={() => toggle(each.id)}
                className="size-4 shrink-0 accent-(--accent)"
              />
              <Icon name={icon} size={14} className="shrink-0 text-muted" />
              <span className="sr-only">{label}: </span>
              <span className="min-w-0 flex-1 truncate" title={evidenceName(each)}>
                {evidenceName(each)}
              </span>
              {state && <span className="shrink-0 text-meta text-muted">{state}</span>}
            </label>
          </li>
        );
      })}
    </ul>
  );
}
