// Prompts that use tools of several areas.
import type { McpPrompt } from "#server/mcp/tool.ts";

export const prompts: readonly McpPrompt[] = [
  {
    name: "Unhealthy catalog items",
    title: "Unhealthy catalog items",
    description: "Finds the unhealthy catalog items and explains the most important items.",
    feature: "config",
    text: () =>
      `List the unhealthy catalog items with the tool search_catalog and the query "health=unhealthy".
Group them by type and namespace. For the most important ones call why with kind "config", and summarise the probable causes and the latest changes.`,
  },
  {
    name: "troubleshoot_kubernetes_resource",
    title: "Troubleshoot a Kubernetes resource",
    description: "Finds a Kubernetes resource and the reason for its state.",
    feature: "config",
    arguments: [
      {
        name: "query",
        description: "A search for the resource, such as a name or type=Kubernetes::Pod",
        required: true,
      },
    ],
    text: ({ query }) =>
      `Troubleshoot the Kubernetes resource that this search finds: ${JSON.stringify(query)}
1. Find it with search_catalog, and read it with describe_catalog.
2. Call why with kind "config" and its id.
3. Read its recent changes with search_catalog_changes, and the related items with get_related_configs.
4. Name the probable cause, the evidence for it, and the next step. Do not change anything.`,
  },
];
