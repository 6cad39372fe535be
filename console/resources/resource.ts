// The pages of a settings resource: the list and the editor are built from its definition, and adding a resource takes
// one entry in its area.
import { read, write } from "#console/access/access.ts";
import type { ConsoleArea, PageOf } from "#console/shell/area.ts";
import type { SettingsResource } from "./settings-resource.ts";

/** The editor as a page below the integrations. It returns to the integrations instead of the resource's own list. */
const integrationPage = (resource: SettingsResource): PageOf => ({
  path: `${INTEGRATIONS}/${resource.integration}/$id`,
  title: resource.name,
  feature: "settings.integrations",
  needs: write("integrations"),
  load: async () => {
    const { ResourcePage } = await import("./ResourcePage.tsx");
    const shown: SettingsResource = { ...resource, path: INTEGRATIONS, title: "Integrations", parents: [] };
    return { One: () => ResourcePage({ resource: shown }) };
  },
});

const INTEGRATIONS = "/settings/integrations";

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
      ...(resource.integration === undefined ? [] : [integrationPage(resource)]),
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
