import { Icon } from "#console/widgets/Icon.tsx";
import type { ShownSpec } from "../parts/playbooks-query.ts";
import { approvalWords } from "../parts/approval-words.ts";

/** Shows that a run waits for approval, and who has to approve it. */
export function ApprovalHint({ spec }: { spec: ShownSpec }) {
  const words = approvalWords(spec);
  if (words === undefined) return null;
  return (
    <p className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2">
      <span className="flex h-5 items-center text-muted">
        <Icon name="shield-check" size={14} />
      </span>
      <span className="min-w-0 wrap-anywhere">{words}</span>
    </p>
  );
}
