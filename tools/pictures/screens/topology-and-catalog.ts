// Topology, the catalog with the tabs of an item, and scrapers.
import { asCode, type Screen, screen } from "../screen.ts";

export const catalogScreens: readonly Screen[] = [
  screen("topology", "/topology", "Topology dashboard as cards, with history of 24 hours"),
  screen("topology-table", "/topology?view=table", "Topology as a table"),
  screen("topology-graph", "/topology?view=graph", "Topology as a graph"),
  screen("topology-component", "/topology/{id}", "Page of a system (component with children, unhealthy)", {
    row: "component",
  }),
  screen(
    "topology-component-leaf",
    "/topology/{id}",
    "Page of a service without children (unhealthy), with details panel",
    { row: "service" },
  ),
  screen("topologies", "/settings/topologies", "Settings: list of topologies"),
  screen("catalog", "/catalog", "Start of the catalog: items by provider and type"),
  screen("catalog-list", "/catalog?configType=Kubernetes::Deployment", "Catalog items of one type (Deployment)"),
  screen("item", "/catalog/{id}", "Config item page (Deployment): its configuration", { row: "item" }),
  screen("item-changes", "/catalog/{id}/changes", "Item: changes with histogram", { row: "item" }),
  screen("item-insights", "/catalog/{id}/insights", "Item: insights", { row: "item" }),
  screen(
    "item-relationships",
    "/catalog/{id}/relationships?view=graph&incoming=true",
    "Item: relationships as a graph",
    { row: "item" },
  ),
  screen(
    "item-relationships-namespace",
    "/catalog/{id}/relationships?view=graph&incoming=true",
    "Namespace: relationships as a larger graph",
    { row: "namespace" },
  ),
  screen(
    "item-relationships-table",
    "/catalog/{id}/relationships?view=table&incoming=true",
    "Item: relationships as a table",
    { row: "item" },
  ),
  screen("item-checks", "/catalog/{id}/checks", "Item (Service): its checks", { row: "itemWithChecks" }),
  screen("item-playbooks", "/catalog/{id}/playbooks", "Item: runs of playbooks", { row: "itemWithRuns" }),
  screen("catalog-changes", "/catalog/changes", "All changes of the catalog"),
  screen("catalog-insights", "/catalog/insights", "All insights of the catalog"),
  screen("scrapers", "/catalog/scrapers", "List of scrapers"),
  screen("scraper", "/catalog/scrapers/{id}", "Page of a scraper: items found, schedule, source", { row: "scraper" }),
  screen("scraper-editor", "/catalog/scrapers/new", "New scraper: choice of a source"),
  screen("scraper-editor-code", "/catalog/scrapers/{id}", "Scraper as code (YAML)", { row: "scraper", stored: asCode }),
];
