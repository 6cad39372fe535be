// Renders the API description as an HTML page: no script, one style sheet, light and dark theme.
import type { openApiDocument } from "./openapi.ts";

type Document = ReturnType<typeof openApiDocument>;

interface Operation {
  summary: string;
  description?: string;
  tags: string[];
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const text = (raw: string) => raw.replaceAll(/[&<>"']/g, (character) => escapes[character]!);
const code = (schema: unknown) => `<pre><code>${text(outline(schema as JsonSchema))}</code></pre>`;

interface JsonSchema {
  type?: string;
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  items?: JsonSchema;
}

/** Prints a schema in a short notation: names, types, `?` for optional values. */
function outline(schema: JsonSchema, indent = ""): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map((option) => outline(option, indent)).join(" | ");
  if (schema.items) return `[${outline(schema.items, indent)}]`;
  if (schema.properties) {
    const lines = Object.entries(schema.properties).map(([name, property]) => {
      const note = property.description ? `  // ${property.description}` : "";
      return `${indent}  ${name}${schema.required?.includes(name) ? "" : "?"}: ${outline(property, `${indent}  `)}${note}\n`;
    });
    return lines.length > 0 ? `{\n${lines.join("")}${indent}}` : "{}";
  }
  if (typeof schema.additionalProperties === "object")
    return `{ [name]: ${outline(schema.additionalProperties, indent)} }`;
  return schema.format ?? schema.type ?? "anything";
}

export function apiDocsPage(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? "api");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Quarterdeck</title>
<link rel="stylesheet" href="/api/docs/style.css">
<main>
<h1>Quarterdeck API <small>${text(document.info.version)}</small></h1>
<p>Sign in with a session cookie, or send an access token: <code>Authorization: Bearer …</code> or basic authentication with the user <code>token</code>. The same description for programs is at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<nav>${[...groups.keys()].map((group) => `<a href="#${text(group)}">${text(group)}</a>`).join(" ")}</nav>
${[...groups].map(([group, list]) => `<h2 id="${text(group)}">${text(group)}</h2>${list.map(operationHtml).join("")}`).join("")}
</main>
</html>`;
}

function operationHtml({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const [status, answer] = Object.entries(operation.responses)[0]!;
  const [type, content] = Object.entries(answer.content)[0]!;
  const body = operation.requestBody?.content["application/json"]?.schema;
  return `<details>
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${text(path)}</code> <span>${text(operation.summary)}</span></summary>
${operation.description ? `<p>${text(operation.description)}</p>` : ""}${operation.security.length === 0 ? "<p>Open to anyone.</p>" : ""}
${operation.parameters.length > 0 ? `<h3>Parameters</h3><ul>${operation.parameters.map((parameter) => `<li><code>${text(parameter.name)}</code> in ${text(parameter.in)}${parameter.required ? ", required" : ""}${parameter.description ? `: ${text(parameter.description)}` : ""}</li>`).join("")}</ul>` : ""}
${body ? `<h3>Body</h3>${code(body)}` : ""}
<h3>Answer ${text(status)}${type === "application/json" ? "" : `, ${text(type)}`}</h3>${code(content?.schema)}
</details>`;
}

export const apiDocsStyle = `
:root { color-scheme: light dark; --line: light-dark(#e3e5e8, #2c2f36); --dim: light-dark(#5b626d, #9aa1ac); --accent: light-dark(#1f5fd0, #7aa7ff); }
body { margin: 0; background: light-dark(#fff, #131418); color: light-dark(#1b1e24, #e7e9ee); font: 14px/1.5 ui-sans-serif, system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.4rem; } h1 small, summary span, p { color: var(--dim); } h1 small { font-weight: 400; }
h2 { margin: 2rem 0 .5rem; font-size: 1rem; } h3 { font-size: .8rem; margin: 1rem 0 .25rem; }
a { color: var(--accent); } nav { display: flex; flex-wrap: wrap; gap: .75rem; }
details { border-top: 1px solid var(--line); } details:last-of-type { border-bottom: 1px solid var(--line); }
summary { display: flex; flex-wrap: wrap; gap: .75rem; padding: .5rem 0; cursor: pointer; }
summary b { width: 4rem; font-size: .75rem; line-height: 1.5rem; color: var(--accent); }
code, pre { font: 12.5px/1.5 ui-monospace, monospace; } pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; }
`;
