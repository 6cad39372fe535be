import { WhyPanel } from "./WhyPanel.tsx";

/** Why an item of the catalog is unhealthy. */
export const WhyOfConfig = ({ id }: { id: string }) => (
  <div className="shrink-0 px-4 py-2">
    <WhyPanel kind="config" id={id} />
  </div>
);
