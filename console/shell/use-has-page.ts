import { isOpen, useAccess } from "#console/access/access.ts";
import { useRegistry } from "./registry.ts";

/** Whether a page exists and this person may open it, for components that link to it. */
export function useHasPage(path: string): boolean {
  const page = useRegistry().page(path);
  const access = useAccess();
  return page !== undefined && isOpen(page, access);
}
