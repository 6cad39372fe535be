import { apiAddress } from "#console/access/hosted-backend.ts";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { Tabs, type Tab } from "#console/widgets/tabs/Tabs.tsx";
import { basicOf, clientSnippets, type ClientSnippet } from "./client-snippets.ts";

/**
 * Shows the client configurations for a new access token. The snippets mask the token until the user reveals it;
 * copying a snippet always includes the token.
 */
export function McpClients({ token, isShown }: { token: string; isShown: boolean }) {
  const url = `${apiAddress()}/mcp`;
  const copied = clientSnippets(url, basicOf(token));
  const shown = isShown ? copied : clientSnippets(url, "Basic ••••••••");
  const tabs = shown.map((snippet, index): Tab => {
    const { value, label } = snippet;
    return { value, label, draw: configuration(snippet, copied[index]!.code) };
  });
  return (
    <section className="rounded-md border border-line bg-surface p-3">
      <h3 className="mb-2 font-medium">MCP Client Setup:</h3>
      <Tabs label="MCP clients" param="mcpClient" tabs={tabs as [Tab, ...Tab[]]} />
    </section>
  );
}

const configuration =
  ({ label, language, code }: ClientSnippet, copies: string) =>
  () => (
    <div className="pt-3">
      <CodeBlock isBare title={label} language={language} code={code} copies={copies} />
    </div>
  );
