// The page that opens after a resource was saved or deleted.
import { useHasPage } from "#console/shell/registry.ts";
import type { SettingsResource } from "./settings-resource.ts";

/** The resource names the page; it may be disabled, or closed to the person. Then, and by default, the list opens. */
export function useSavedPath({ savedPath, path }: Pick<SettingsResource, "savedPath" | "path">): string {
  const hasPage = useHasPage(savedPath ?? path);
  return savedPath !== undefined && hasPage ? savedPath : path;
}
