import type { ReactNode } from "react";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { StatusMark, type Meaning } from "#console/widgets/StatusMark.tsx";
import { isBusy, statusMeaning, statusWord } from "./status-words.ts";

/** The state of a run or an action, as an icon and a word. */
export const Status = ({ status }: { status: string }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
    <StatusSign status={status} />
    <span className="truncate">{statusWord(status)}</span>
  </span>
);

/** Shows only the icon, if the text next to it already shows the state. */
export const StatusSign = ({ status }: { status: string }) =>
  isBusy(status) ? <Spinner size={14} className="text-muted" /> : <StatusMark meaning={statusMeaning(status)} />;

/** A sentence with an icon for its meaning. */
export const Remark = ({ meaning, children }: { meaning: Meaning; children: ReactNode }) => (
  <p className="flex items-start gap-2">
    <span className="flex h-5 items-center">
      <StatusMark meaning={meaning} />
    </span>
    <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</span>
  </p>
);
