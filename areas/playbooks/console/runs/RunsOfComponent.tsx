import { RecentRuns } from "./RecentRuns.tsx";

/** The playbook runs panel of a component. */
export const RunsOfComponent = ({ id }: { id: string }) => <RecentRuns of={{ kind: "component", id }} />;
