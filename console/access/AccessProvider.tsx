import { type ReactNode, useMemo } from "react";
import { disablingProperty, isFeatureEnabled, type Property } from "#language/features.ts";
import { type Access, AccessContext, actorOf } from "./access.ts";
import type { Me } from "./session.ts";

interface AccessProviderProps {
  me: Me;
  /** Undefined while the properties load. */
  properties: readonly Property[] | undefined;
  children: ReactNode;
}

export function AccessProvider({ me, properties, children }: AccessProviderProps) {
  const access = useMemo<Access>(
    () => ({
      actor: actorOf(me),
      areFlagsKnown: properties !== undefined,
      isEnabled: (feature) => properties !== undefined && isFeatureEnabled(feature, properties),
      switchOf: (feature) => properties && disablingProperty(feature, properties),
    }),
    [me, properties],
  );
  return <AccessContext value={access}>{children}</AccessContext>;
}
