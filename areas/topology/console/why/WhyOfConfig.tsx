import { WhyPanel } from "./WhyPanel.tsx";

/** Shows why a catalog item is unhealthy. */
export const WhyOfConfig = ({ id }: { id: string }) => (
  <div className="shrink-0 px-4 py-2">
    <WhyPanel kind="config" id={id} />
  </div>
);
