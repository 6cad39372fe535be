// The definition of a settings resource: its table, names and paths. The list and the editor are built from it, and adding
// a resource takes one entry in its area.
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
  /** The view that the list reads, if it needs more columns than the table. */
  list?: keyof Relations;
  /** The path of the list; each resource is below it. */
  path: `/settings/${string}` | `/catalog/${string}`;
  /** The group of the settings menu; without one, the area provides the page of the list. */
  menu?: SettingsGroup;
  /** The parent pages, if the list is not part of the settings. */
  parents?: readonly Crumb[];
  /** The title of the list: "Log Backends". */
  title: string;
  /** The singular: "Log Backend". */
  name: string;
  /** The kind in links and jobs. */
  kind: string;
  icon: IconName;
  /** The resource whose permissions apply. */
  resource: Resource;
  feature?: Feature;
  /** The default namespace; without it the resource has no namespace. */
  namespace?: string;
  /** The default icon; without it the resource has no icon column. */
  ownIcon?: string;
  /** Additional columns, after the name. */
  columns?: readonly Column<ListedResource>[];
  /** The ids of columns that are hidden by default. */
  hiddenColumns?: readonly string[];
  hasLabels?: boolean;
  /** Has its own jobs: the list shows the status of the last one. */
  hasJobs?: boolean;
  /** Is not run itself: its job history records problems and their end. */
  hasFaults?: boolean;
  hasSchedule?: boolean;
  /** The list counts the checks of each row by health. */
  hasChecks?: boolean;
  /** A custom editor of the spec; default: the generated form. */
  spec?: Loader<SpecEditorProps>;
}

/** The pages, links and palette actions of a settings resource, as part of an area. */
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
