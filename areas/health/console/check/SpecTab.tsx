import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { useState } from "react";
import type { CheckDetail } from "./check-query.ts";

const parts = [
  { value: "check", label: "Check" },
  { value: "canary", label: "Canary" },
] as const;

/** The spec of a check, and of its canary. */
export function SpecTab({ check }: { check: CheckDetail }) {
  const [part, setPart] = useState<"check" | "canary">("check");
  const { canaries: canary } = check;
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 pt-3">
      <div>
        <Segments label="Spec of" options={parts} value={part} onChange={setPart} />
      </div>
      <DataViewer
        title={part === "check" ? `Spec of ${check.name}` : `Spec of ${canary.name}`}
        value={part === "check" ? (check.spec ?? {}) : canary.spec}
        className="min-h-0 flex-1"
      />
    </div>
  );
}
