import type { ReactNode } from "react";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Status } from "#console/widgets/badge/Badges.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { Evidence } from "../parts/incident-query.ts";
import type { IncidentEvidence } from "../../contract/model.ts";
import { evidenceName, fieldsOf, linkedResource } from "../parts/evidence-name.ts";
import { evidenceTypes } from "../parts/incident-words.ts";
import { CommentText } from "../comments/CommentText.tsx";
import { ConfigHunks } from "./ConfigHunks.tsx";
import { LogLines } from "./LogLines.tsx";
import { differencesOf, stateWord } from "./then-now.ts";

interface EvidenceCardProps {
  evidence: Evidence;
  /** The linked resource when it was attached and now; undefined until both are loaded. */
  state: IncidentEvidence | undefined;
  /** Shown at the end of the title. */
  end?: ReactNode;
  /** Hides the content, for lists. */
  isCompact?: boolean;
}

/** A piece of evidence: the linked resource with its state when it was attached and now, or the stored text. */
export function EvidenceCard({ evidence, state, end, isCompact = false }: EvidenceCardProps) {
  const { icon, label } = evidenceTypes[evidence.type];
  const linked = linkedResource(evidence);
  const name = linked?.name ?? state?.then?.name ?? evidenceName(evidence);
  const now = stateWord(state?.now) ?? linked?.state;
  const isWatched = evidence.type === "check" || evidence.type === "config";
  return (
    <article
      aria-label={`${label}: ${name}`}
      className={`min-w-0 rounded-md border bg-surface ${evidence.definition_of_done ? "border-accent/50" : "border-line"}`}
    >
      <div className="flex min-h-9 min-w-0 items-center gap-2 px-3 py-1.5">
        <span className="sr-only">{label}</span>
        {/* A link has the icon of its resource kind. Log lines have their own icon, because their linked resource is
            a component. */}
        {(!linked || evidence.type === "log") && (
          <span title={label} className="flex shrink-0 text-muted">
            <Icon name={icon} size={14} />
          </span>
        )}
        <span className="flex min-w-0 flex-1 items-center gap-2">
          {linked ? (
            <>
              <ResourceLink kind={linked.kind} id={linked.id} name={name} />
              {isWatched && linked.detail && !isCompact && (
                <span className="min-w-0 truncate text-meta text-muted max-shell:hidden">{linked.detail}</span>
              )}
            </>
          ) : evidence.type === "comment" && !isCompact ? (
            <CommentText text={name} />
          ) : (
            <span title={name} className={`min-w-0 truncate ${evidence.type === "comment" ? "" : "text-muted"}`}>
              {name}
            </span>
          )}
        </span>
        {evidence.definition_of_done && !isCompact && (
          <span title="Part of the definition of done" className="flex shrink-0 text-link">
            <Icon name="list-checks" size={14} />
            <span className="sr-only">Part of the definition of done</span>
          </span>
        )}
        {now && !isCompact && <Status status={now} />}
        {end}
      </div>
      {!isCompact && <Content evidence={evidence} state={state} detail={isWatched ? undefined : linked?.detail} />}
    </article>
  );
}

interface ContentProps {
  evidence: Evidence;
  state: IncidentEvidence | undefined;
  detail: string | undefined;
}

function Content({ evidence, state, detail }: ContentProps) {
  const fields = fieldsOf(evidence);
  const { lines } = fields;
  const message = state?.now?.message ?? state?.now?.summary ?? detail;
  const hasLines = evidence.type === "log" && Array.isArray(lines);
  const hasHunks = evidence.type === "config" && typeof lines === "object" && lines !== null && !Array.isArray(lines);
  return (
    <>
      {evidence.description && (
        <div className="border-t border-line px-3 py-2">
          <CommentText text={evidence.description} />
        </div>
      )}
      {!hasLines && !hasHunks && message && (
        <p className="border-t border-line px-3 py-2 text-muted wrap-anywhere">{message}</p>
      )}
      {state && <ThenAndNow state={state} />}
      {hasLines && <LogLines lines={lines} componentId={evidence.component_id} />}
      {hasHunks && <ConfigHunks fields={fields} />}
    </>
  );
}

/** The difference between the state when the resource was attached and its state now. */
function ThenAndNow({ state }: { state: IncidentEvidence }) {
  const { then, now } = state;
  if (!then) return null;
  if (!now)
    return (
      <p className="flex items-center gap-2 border-t border-line px-3 py-2 text-muted">
        <Icon name="trash-2" size={14} />
        <span>
          The resource no longer exists, or you do not have permission to see it. When the evidence was added, it was
          {stateWord(then) ? ` ${stateWord(then)}` : ` ${then.name}`}.
        </span>
      </p>
    );
  const differences = differencesOf(state);
  if (differences.length === 0) return null;
  return (
    <dl
      aria-label="Then and now"
      className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 border-t border-line px-3 py-2"
    >
      {differences.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-muted">{field}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
            <State field={field} word={before} />
            <Icon name="arrow-right" size={14} className="text-faint" />
            <span className="sr-only">now</span>
            <State field={field} word={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const State = ({ field, word }: { field: string; word: string }) =>
  word === "" ? (
    <span className="text-faint">none</span>
  ) : field === "Health" || field === "Status" ? (
    <Status status={word} />
  ) : (
    <span className="min-w-0 wrap-anywhere">{word}</span>
  );
