import { BellCount } from "#console/shell/bell.tsx";
import { useWaiting } from "./waiting-approvals.ts";

/** On the bell: the number of runs that wait for this person's approval. */
export function WaitingCount() {
  const { length } = useWaiting();
  return <BellCount count={length} words={`${length} waiting for your approval`} />;
}
