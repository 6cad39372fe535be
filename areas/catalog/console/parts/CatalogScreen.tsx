import type { ReactNode } from "react";
import { Page, type Refreshable } from "#console/shell/Page.tsx";
import type { Crumb } from "#console/shell/Header.tsx";
import { useHasPage } from "#console/shell/registry.ts";
import { printSearch } from "#console/url/search.ts";
import { TabLinks } from "#console/widgets/tabs/TabLinks.tsx";
import { typePath } from "./config-path.ts";
import { typeLabel } from "./ConfigType.tsx";

const catalog: Crumb = { title: "Catalog", href: "/catalog" };

interface CatalogScreenProps {
  /** The title of the tab; unset for the first tab. */
  title?: "Changes" | "Insights" | "Scrapers" | "Scrape Plugins";
  /** The page between the catalog and this page. */
  above?: Crumb;
  /** The type that is shown; empty for all. The links to the other tabs keep the type. */
  configType?: string;
  actions?: ReactNode;
  refresh?: Refreshable;
  children: ReactNode;
}

/** The frame of the list screens of the catalog: breadcrumbs and tabs. */
export function CatalogScreen({ title, above, configType = "", actions, refresh, children }: CatalogScreenProps) {
  const hasScrapers = useHasPage("/catalog/scrapers");
  const type = configType === "" ? undefined : typeLabel(configType);
  const [parents, shown] = title
    ? [
        [
          { ...catalog, isTab: true },
          ...(above ? [above] : []),
          ...(type ? [{ title: type, href: typePath(configType) }] : []),
        ],
        title,
      ]
    : type
      ? [[catalog], type]
      : [[], "Catalog"];
  const search = printSearch({ configType: configType || undefined });
  return (
    <Page
      title={shown}
      windowTitle={["Catalog", title === "Scrapers" ? "Settings" : title].filter(Boolean).join(" ")}
      parents={parents}
      actions={actions}
      {...(refresh && { refresh })}
    >
      <div className="flex h-full min-h-0 flex-col">
        <TabLinks
          label="Catalog"
          tabs={[
            { href: `/catalog${search}`, label: "Catalog" },
            { href: `/catalog/changes${search}`, label: "Changes" },
            { href: `/catalog/insights${search}`, label: "Insights" },
            ...(hasScrapers ? [{ href: "/catalog/scrapers", label: "Scrapers" }] : []),
          ]}
        />
        <div className="min-h-0 flex-1">{children}</div>
      </div>
    </Page>
  );
}
