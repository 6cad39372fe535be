import type { ConsoleArea } from "#console/shell/area.ts";

export const mcp: ConsoleArea = {
  name: "mcp",
  slots: {
    "user.menu": [{ title: "Setup MCP", icon: "plug", load: () => import("./SetupMcp.tsx") }],
    "token.created": [{ title: "MCP clients", load: () => import("./McpClients.tsx") }],
  },
};
