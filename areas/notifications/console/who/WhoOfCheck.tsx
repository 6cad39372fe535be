import { WhoIsNotified } from "./WhoIsNotified.tsx";

/** The tab of a check. */
export const WhoOfCheck = ({ id }: { id: string }) => (
  <div className="py-4">
    <WhoIsNotified kind="check" id={id} />
  </div>
);
