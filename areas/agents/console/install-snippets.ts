// The ways to start an agent with its values: one command, a systemd unit, a compose file, or the values of a Helm chart.
import { stringify } from "yaml";
import type { CodeLanguage } from "#console/widgets/code/pieces.ts";

export interface AgentValues {
  name: string;
  token: string;
  /** The address of this server. */
  origin: string;
  /** The label of the telemetry; undefined if the agent pushes none. */
  telemetry?: string | undefined;
}

export interface Snippet {
  /** The value in the URL. */
  value: string;
  label: string;
  /** The file name, or "Command". */
  title: string;
  language: CodeLanguage;
  code: string;
}

const variablesOf = ({ name, token, origin }: AgentValues): readonly (readonly [string, string])[] => [
  ["ROLE", "agent"],
  ["UPSTREAM_URL", `${origin}/api`],
  ["UPSTREAM_NAME", name],
  ["UPSTREAM_TOKEN", token],
];

export const installSnippets = (values: AgentValues): readonly [Snippet, ...Snippet[]] => [
  { value: "command", label: "Command", title: "Command", language: "shell", code: command(values) },
  { value: "systemd", label: "systemd", title: "quarterdeck-agent.service", language: "text", code: unit(values) },
  { value: "compose", label: "Compose", title: "compose.yaml", language: "yaml", code: compose(values) },
  { value: "helm", label: "Helm values", title: "values.yaml", language: "yaml", code: helmValues(values) },
];

const command = (values: AgentValues) =>
  [...variablesOf(values).map(([key, value]) => `${key}=${shellQuoted(value)} \\`), "npm start"].join("\n");

/** Quotes a value for a shell, if necessary. */
const shellQuoted = (value: string) => (/^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);

const unit = (values: AgentValues) =>
  [
    "[Unit]",
    "Description=Quarterdeck agent",
    "After=network-online.target",
    "Wants=network-online.target",
    "",
    "[Service]",
    "WorkingDirectory=/opt/quarterdeck",
    ...variablesOf(values).map(([key, value]) => `Environment=${unitQuoted(`${key}=${value}`)}`),
    "Environment=DATA_DIR=/var/lib/quarterdeck-agent",
    "StateDirectory=quarterdeck-agent",
    "ExecStart=/usr/bin/env npm start",
    "Restart=always",
    "",
    "[Install]",
    "WantedBy=multi-user.target",
    "",
  ].join("\n");

/** systemd replaces %; quotes and backslashes are escaped. */
const unitQuoted = (text: string) => JSON.stringify(text.replaceAll("%", "%%"));

const compose = (values: AgentValues) =>
  stringify({
    services: {
      "quarterdeck-agent": {
        image: "node:24",
        working_dir: "/opt/quarterdeck",
        command: "npm start",
        restart: "unless-stopped",
        // Compose replaces variables after $.
        environment: Object.fromEntries(
          [...variablesOf(values), ["DATA_DIR", "/data"] as const].map(([key, value]) => [
            key,
            value.replaceAll("$", "$$$$"),
          ]),
        ),
        volumes: ["/opt/quarterdeck:/opt/quarterdeck", "quarterdeck-agent:/data"],
      },
    },
    volumes: { "quarterdeck-agent": {} },
  });

const helmValues = ({ name, token, origin, telemetry }: AgentValues) =>
  stringify({
    upstream: { createSecret: true, host: `${origin}/api`, username: "token", password: token, agentName: name },
    ...(telemetry !== undefined && { pushTelemetry: { enabled: true, topologyName: telemetry } }),
  });
