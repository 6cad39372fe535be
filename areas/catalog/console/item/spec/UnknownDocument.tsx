import type { ReactNode } from "react";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { ConfigAt } from "../../../contract.ts";

/** A message instead of a document. */
export const Message = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md border border-line bg-surface p-6 text-center text-muted">{children}</p>
);

type Answer = Pick<ConfigAt, "config" | "gap" | "existed">;

/** Whether the document at that time is unknown, or did not exist. */
export const isUnknown = ({ config, gap, existed }: Answer) => !existed || (gap !== null && config === null);

/** Explains why the document is missing. */
export const UnknownDocument = ({ of: { config, gap } }: { of: Answer }) => (
  <Message>
    {gap !== null && config === null ? (
      <>
        The document before <Timestamp at={gap.before} format="timestamp" /> is unknown: {gap.reason}
      </>
    ) : (
      "The item did not exist at that time."
    )}
  </Message>
);
