import { RecentRuns } from "./RecentRuns.tsx";

/** The tab of a check. */
export const RunsOfCheck = ({ id }: { id: string }) => (
  <div className="max-w-4xl py-4">
    <RecentRuns of={{ kind: "check", id }} />
  </div>
);
