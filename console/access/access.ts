// The permissions of the signed-in person and the enabled features. All code that shows, hides or guards a part of the
// console reads them here.
import { createContext, use } from "react";
import type { Feature } from "#language/features.ts";
import { isAllowed, type SpecialAction } from "#language/permissions.ts";
import { type Action, isAdmin, isRole, isViewer, type Resource, type Role } from "#language/roles.ts";
import type { Me } from "./session.ts";

/** A required permission. */
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

/** Unknown roles grant nothing. */
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
  /** False until the feature flags are loaded; every feature counts as disabled until then. */
  areFlagsKnown: boolean;
  isEnabled(feature: Feature): boolean;
  /** The name of the property that disables a feature; undefined while it is enabled or not loaded. */
  switchOf(feature: Feature): string | undefined;
}

/** Something that may require a feature and a permission, such as a page or a menu entry. */
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
