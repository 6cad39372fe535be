// The page that opens after a resource was saved or deleted.
import { useHasPage } from "#console/shell/registry.ts";
import type { SettingsResource } from "./settings-resource.ts";

/** Returns the page that the resource names, if it names one and the person can open it; otherwise the list. */
export function useSavedPath({ savedPath, path }: Pick<SettingsResource, "savedPath" | "path">): string {
  const hasPage = useHasPage(savedPath ?? path);
  return savedPath !== undefined && hasPage ? savedPath : path;
}
