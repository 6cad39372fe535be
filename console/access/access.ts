// What the person at this screen may do and which features are on. Everything that shows, hides or guards asks this.
import { createContext, use } from "react";
import type { Feature } from "#language/features.ts";
import { type Action, isAdmin, isViewer, type Resource, roleGrants } from "#language/roles.ts";
import type { Me } from "./session.ts";

/** One permission that something asks for. */
export interface Need {
  action: Action;
  resource: Resource;
}

export const read = (resource: Resource): Need => ({ action: "read", resource });
export const write = (resource: Resource): Need => ({ action: "write", resource });

export interface Actor extends Me {
  isAdmin: boolean;
  isViewer: boolean;
  can(action: Action, resource: Resource): boolean;
}

export const actorOf = (me: Me): Actor => ({
  ...me,
  isAdmin: isAdmin(me.roles),
  isViewer: isViewer(me.roles),
  can: (action, resource) => roleGrants(me.roles, action, resource),
});

export interface Access {
  actor: Actor;
  isEnabled(feature: Feature): boolean;
}

/** Something with an optional feature and an optional need, such as a page or a menu entry. */
export interface Guarded {
  feature?: Feature;
  needs?: Need;
}

export const isOpen = ({ feature, needs }: Guarded, { actor, isEnabled }: Access) =>
  (feature === undefined || isEnabled(feature)) && (needs === undefined || actor.can(needs.action, needs.resource));

export const AccessContext = createContext<Access | undefined>(undefined);

export function useAccess(): Access {
  const access = use(AccessContext);
  if (!access) throw new Error("useAccess, useActor and useFeature need an AccessProvider above them");
  return access;
}

export const useActor = () => useAccess().actor;

export const useFeature = (feature: Feature) => useAccess().isEnabled(feature);
