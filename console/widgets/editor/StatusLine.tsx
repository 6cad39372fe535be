import { useState } from "react";
import { IconButton } from "../IconButton.tsx";
import { StatusMark } from "../StatusMark.tsx";
import type { Finding } from "./findings.ts";
import type { SourceLanguage } from "./source.ts";

interface StatusLineProps {
  language: SourceLanguage;
  findings: readonly Finding[];
  canLeave: boolean;
  readOnly: boolean;
  goTo: (finding: Finding) => void;
}

/** The line under the editor: the current problem with buttons for the others, or the keys that leave the editor. */
export function StatusLine({ language, findings, canLeave, readOnly, goTo }: StatusLineProps) {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, findings.length - 1));
  const finding = findings[at];
  const step = (by: number) => {
    const next = (at + by + findings.length) % findings.length;
    setChosen(next);
    if (findings[next]) goTo(findings[next]);
  };
  return (
    <div className="flex min-h-8 shrink-0 items-center gap-2 border-t border-line py-0.5 pr-1 pl-3">
      <div role="status" className="flex min-w-0 flex-1 items-center">
        {finding && (
          <button
            type="button"
            title={finding.message}
            onClick={() => goTo(finding)}
            className="flex min-h-6 min-w-0 items-center gap-2 rounded-sm text-left hover:underline"
          >
            <StatusMark meaning={finding.severity === "error" ? "unhealthy" : "warning"} />
            <span
              className={`line-clamp-2 ${finding.severity === "error" ? "text-unhealthy-text" : "text-warning-text"}`}
            >
              Line {finding.line}: {finding.message}
            </span>
          </button>
        )}
      </div>
      {findings.length > 1 && (
        <>
          <span className="shrink-0 text-meta text-muted tabular-nums">
            {at + 1} of {findings.length}
          </span>
          <IconButton icon="chevron-up" size="small" label="Previous problem" onClick={() => step(-1)} />
          <IconButton icon="chevron-down" size="small" label="Next problem" onClick={() => step(1)} />
        </>
      )}
      {!finding && (
        <span className="min-w-0 truncate pr-2 text-meta text-muted">
          {canLeave ? "Tab leaves the editor" : readOnly ? "Read only" : "Esc, then Tab leaves the editor"}
        </span>
      )}
      <span className="shrink-0 pr-2 text-meta text-muted uppercase">{language}</span>
    </div>
  );
}
