import type { ReactNode } from "react";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { ConfigAt } from "../../../contract.ts";

/** A sentence in place of a document. */
export const Said = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md border border-line bg-surface p-6 text-center text-muted">{children}</p>
);

type Answer = Pick<ConfigAt, "config" | "gap" | "existed">;

/** Whether there is no document of that moment. */
export const isUntold = ({ config, gap, existed }: Answer) => !existed || (gap !== null && config === null);

/** Why there is none. */
export const Untold = ({ of: { config, gap } }: { of: Answer }) => (
  <Said>
    {gap !== null && config === null ? (
      <>
        What it was before <Timestamp at={gap.before} format="timestamp" /> cannot be told: {gap.reason}
      </>
    ) : (
      "It was not there at that moment."
    )}
  </Said>
);
