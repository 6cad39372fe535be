import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { meaningOf } from "#console/widgets/badge/meaning.ts";
import { useRegistry } from "#console/shell/registry.ts";
import type { IncidentEvidence } from "../../contract/model.ts";
import { linkedResource, type LinkedResource } from "../parts/evidence-name.ts";
import { capitalise } from "#lib/text/words.ts";
import { stateWord } from "../plan/then-now.ts";
import type { Incident } from "../parts/incident-query.ts";

interface EvidenceStripProps {
  incident: Incident;
  states: ReadonlyMap<string, IncidentEvidence>;
}

interface Shown extends LinkedResource {
  word: string | undefined;
}

/** The checks, components and config items that the incident is about, with their current state. */
export function EvidenceStrip({ incident, states }: EvidenceStripProps) {
  const { resources: owners } = useRegistry();
  const found = new Map<string, Shown>();
  for (const evidence of incident.hypotheses.flatMap(({ evidences }) => evidences)) {
    if (!watched.has(evidence.type)) continue;
    const linked = linkedResource(evidence);
    if (linked) found.set(linked.id, { ...linked, word: stateWord(states.get(evidence.id)?.now) ?? linked.state });
  }
  if (found.size === 0) return null;
  return (
    <ul
      aria-label="Affected resources"
      className="scroll-fade flex shrink-0 gap-2 overflow-x-auto border-b border-line px-4 py-2"
    >
      {[...found.values()].map(({ kind, id, name, detail, word }) => {
        const meaning: Meaning = word === undefined ? "unknown" : meaningOf(word);
        const href = owners.get(kind)?.href(id);
        const face = (
          <>
            <StatusMark meaning={meaning} />
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-meta text-muted">
                {[capitalise(word ?? "unknown"), detail].filter(Boolean).join(" · ")}
              </span>
            </span>
          </>
        );
        const look = "flex h-11 max-w-64 min-w-36 items-center gap-2 rounded-md border border-line bg-surface px-3";
        return (
          <li key={id} className="shrink-0" title={name}>
            {href ? (
              <AddressLink href={href} className={`${look} hover:bg-hover`}>
                {face}
              </AddressLink>
            ) : (
              <span className={look}>{face}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const watched: ReadonlySet<string> = new Set(["topology", "check", "config"]);
