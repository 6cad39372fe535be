// What the person at this screen may do and which features are on. Everything that shows, hides or guards asks this.
import { createContext, use } from "react";
import type { Feature } from "#language/features.ts";
import { isAllowed, type SpecialAction } from "#language/permissions.ts";
import { type Action, isAdmin, isRole, isViewer, type Resource, type Role } from "#language/roles.ts";
import type { Me } from "./session.ts";

/** One permission that something asks for. */
export interface Need {
  action: Action | SpecialAction;
  resource: Resource;
}

export const read = (resource: Resource): Need => ({ action: "read", resource });
export const write = (resource: Resource): Need => ({ action: "write", resource });

export interface Actor extends Me {
  roles: readonly Role[];
  isAdmin: boolean;
  isViewer: boolean;
  can(action: Action | SpecialAction, resource: Resource): boolean;
}

/** A role that is not known here grants nothing. */
export function actorOf(me: Me): Actor {
  const roles = me.roles.filter(isRole);
  return {
    ...me,
    roles,
    isAdmin: isAdmin(roles),
    isViewer: isViewer(roles),
    can: (action, resource) => isAllowed({ roles, permissions: me.permissions }, action, resource),
  };
}

export interface Access {
  actor: Actor;
  /** Until then every feature counts as off. */
  areFlagsKnown: boolean;
  isEnabled(feature: Feature): boolean;
  /** The name of the property that switches a feature off; undefined while it is on or not known. */
  switchOf(feature: Feature): string | undefined;
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
