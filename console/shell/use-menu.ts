import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { isOpen, useAccess } from "#console/access/access.ts";
import { menuOf } from "./menu.ts";
import { useRegistry } from "./registry.ts";

/** Returns the menu of this person. Entries that are known only at run time are added as they arrive. */
export function useMenu() {
  const { pages, page, menus } = useRegistry();
  const access = useAccess();
  const asked = useMemo(
    () =>
      menus.filter((source) => {
        const target = page(source.page);
        return target !== undefined && isOpen(target, access);
      }),
    [menus, page, access],
  );
  const found = useQueries({
    queries: asked.map(({ entries }) => entries()),
    combine: (results) => results.flatMap((result) => result.data ?? []),
  });
  return useMemo(() => menuOf(pages, access, found), [pages, access, found]);
}
