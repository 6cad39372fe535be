import type { ReactNode } from "react";
import type { Resource } from "#language/roles.ts";
import { useActor } from "./access.ts";

type CanProps = { children: ReactNode; otherwise?: ReactNode } & (
  | { read: Resource; write?: never }
  | { write: Resource; read?: never }
);

/** Renders the children only if the person may read or write the resource. */
export function Can({ read, write, children, otherwise = null }: CanProps) {
  const { can } = useActor();
  const isAllowed = read === undefined ? can("write", write) : can("read", read);
  return isAllowed ? children : otherwise;
}
