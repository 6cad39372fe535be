import { type ReactNode, useMemo } from "react";
import { isFeatureEnabled, type Property } from "#language/features.ts";
import { type Access, AccessContext, actorOf } from "./access.ts";
import type { Me } from "./session.ts";

interface AccessProviderProps {
  me: Me;
  properties: readonly Property[];
  children: ReactNode;
}

export function AccessProvider({ me, properties, children }: AccessProviderProps) {
  const access = useMemo<Access>(
    () => ({ actor: actorOf(me), isEnabled: (feature) => isFeatureEnabled(feature, properties) }),
    [me, properties],
  );
  return <AccessContext value={access}>{children}</AccessContext>;
}
