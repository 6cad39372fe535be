import { Embedded } from "./Embedded.tsx";
import { switcherOptions, userButtonOptions } from "./options.ts";

/** People can change the organisation or sign out even if the backend of the organisation does not respond. */
export const SkeletonAccount = () => (
  <div className="flex items-center gap-2">
    <Embedded part="OrganizationSwitcher" options={switcherOptions} />
    <Embedded part="UserButton" options={userButtonOptions} />
  </div>
);
