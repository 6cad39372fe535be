import { isOpen, useAccess } from "#console/access/access.ts";
import { useRegistry } from "./registry.ts";

/** Whether a page is there and open to this person, for those who would lead to it. */
export function useHasPage(path: string): boolean {
  const page = useRegistry().page(path);
  const access = useAccess();
  return page !== undefined && isOpen(page, access);
}
