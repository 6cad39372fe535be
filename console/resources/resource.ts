// A resource of the settings as data: its table, how it is called and where it stands. Its list and its editor are made from
// this, and a new one is one entry in its area.
import { read, write } from "#console/access/access.ts";
import type { ConsoleArea, Loader, SettingsGroup } from "#console/shell/area.ts";
import type { Crumb } from "#console/shell/Page.tsx";
import type { IconName } from "#console/widgets/Icon.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import type { Database } from "#generated/tables.ts";
import type { Feature } from "#language/features.ts";
import type { Resource } from "#language/roles.ts";
import type { ListedResource } from "./resource-row.ts";
import type { SpecEditorProps } from "./spec-editor.tsx";

type Relations = Database["public"]["Tables"] & Database["public"]["Views"];

export interface SettingsResource {
  table: keyof Database["public"]["Tables"];
  /** Where the list is read from, when that is a view with more to say. */
  list?: keyof Relations;
  /** Of the list; one of them is below it. */
  path: `/settings/${string}` | `/catalog/${string}`;
  /** The group of the settings menu that lists it; without one, its area brings a page for the list. */
  menu?: SettingsGroup;
  /** The pages above the list, where that stands elsewhere than in the settings. */
  parents?: readonly Crumb[];
  /** Of the list: "Log Backends". */
  title: string;
  /** One of them: "Log Backend". */
  name: string;
  /** How links and jobs speak of it. */
  kind: string;
  icon: IconName;
  /** Whose rights apply. */
  resource: Resource;
  feature?: Feature;
  /** Of a new one; without it they have no namespace. */
  namespace?: string;
  /** Of a new one; without it they have no icon of their own. */
  ownIcon?: string;
  /** Columns of its own, after the name. */
  columns?: readonly Column<ListedResource>[];
  /** Ids of columns that are shown only on demand. */
  hiddenColumns?: readonly string[];
  hasLabels?: boolean;
  /** Has jobs of its own: the list shows how the last one went. */
  hasJobs?: boolean;
  /** Is not run itself: its history tells what is wrong with it, and when that was mended. */
  hasFaults?: boolean;
  hasSchedule?: boolean;
  /** Whether its list counts the checks of each row by their health. */
  hasChecks?: boolean;
  /** What its spec is edited with, where the form that its schema makes does not do. */
  spec?: Loader<SpecEditorProps>;
}

/** The part of an area that such a resource makes up: its pages, the links to them, and adding one from the palette. */
export function settingsResource(
  resource: SettingsResource,
): Required<Pick<ConsoleArea, "pages" | "resources" | "actions">> {
  const { path, title, name, kind, icon, feature, menu } = resource;
  const guard = { needs: read(resource.resource), ...(feature && { feature }) };
  return {
    pages: [
      ...(menu === undefined
        ? []
        : [
            {
              ...guard,
              path,
              title,
              icon,
              menu,
              load: async () => {
                const { ResourceList } = await import("./ResourceList.tsx");
                return { List: () => ResourceList({ resource }) };
              },
            },
          ]),
      {
        ...guard,
        path: `${path}/new`,
        title: `Add ${name}`,
        load: async () => {
          const { NewResource } = await import("./NewResource.tsx");
          return { New: () => NewResource({ resource }) };
        },
      },
      {
        ...guard,
        path: `${path}/$id`,
        title: name,
        load: async () => {
          const { ResourcePage } = await import("./ResourcePage.tsx");
          return { One: () => ResourcePage({ resource }) };
        },
      },
    ],
    resources: { [kind]: { icon, href: (id) => `${path}/${id}` } },
    actions: [{ ...guard, needs: write(resource.resource), title: `Add ${name}`, icon: "plus", href: `${path}/new` }],
  };
}
