import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAccess } from "#console/access/access.ts";
import { menuOf } from "./menu.ts";
import { useRegistry } from "./registry.ts";

/** This person's menu. Entries that are known only at run time come in as they arrive. */
export function useMenu() {
  const { pages, menus } = useRegistry();
  const access = useAccess();
  const found = useQueries({
    queries: menus.map((menu) => menu()),
    combine: (results) => results.flatMap((result) => result.data ?? []),
  });
  return useMemo(() => menuOf(pages, access, found), [pages, access, found]);
}
