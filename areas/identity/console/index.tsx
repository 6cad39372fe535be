// First of all: a password must be out of the address before anything else looks at it.
import "./address-credentials.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { selfHosted } from "./auth-provider.ts";

export const identity: ConsoleArea = {
  name: "identity",
  pages: selfHosted.pages,
  slots: { "user.menu": [{ title: "Your Profile", icon: "circle-user", href: "/profile-settings" }] },
};
