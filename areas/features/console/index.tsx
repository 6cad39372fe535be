import { read, write } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { allProperties } from "./properties-query.ts";

export const features: ConsoleArea = {
  name: "features",
  pages: [
    {
      path: "/settings/feature-flags",
      title: "Feature Flags",
      icon: "toggle-right",
      menu: "system",
      feature: "settings.feature_flags",
      needs: read("feature_flags"),
      load: () => import("./FeatureFlagsPage.tsx"),
    },
  ],
  actions: [
    {
      title: "Add Feature Flag",
      icon: "plus",
      href: "/settings/feature-flags?addFlag=true",
      feature: "settings.feature_flags",
      needs: write("feature_flags"),
    },
  ],
  properties: () => allProperties,
};
