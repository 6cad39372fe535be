import { WhoIsNotified } from "./WhoIsNotified.tsx";

/** The notification tab of a catalog item. */
export const WhoOfConfig = ({ id }: { id: string }) => (
  <div className="h-full max-w-4xl overflow-y-auto pb-4">
    <WhoIsNotified kind="config" id={id} />
  </div>
);
