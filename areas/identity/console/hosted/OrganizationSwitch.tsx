import { Embedded } from "./Embedded.tsx";
import { switcherOptions } from "./options.ts";

export const OrganizationSwitch = () => <Embedded part="OrganizationSwitcher" options={switcherOptions} />;
