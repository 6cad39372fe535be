import { expect, test } from "vitest";
import { parse } from "yaml";
import { installSnippets } from "./install-snippets.ts";

const snippets = Object.fromEntries(
  installSnippets({ name: "Ada's $quay 100%", token: "qd_1_a-b", origin: "https://deck.example.org" }).map(
    ({ value, code }) => [value, code],
  ),
);

test("the command sets the variables of the agent, quoted for a shell", () => {
  expect(snippets["command"]).toBe(
    [
      "ROLE=agent \\",
      "UPSTREAM_URL=https://deck.example.org/api \\",
      `UPSTREAM_NAME='Ada'\\''s $quay 100%' \\`,
      "UPSTREAM_TOKEN=qd_1_a-b \\",
      "npm start",
    ].join("\n"),
  );
});

test("the systemd unit restarts the agent and quotes its variables", () => {
  expect(snippets["systemd"]).toContain(`Environment="UPSTREAM_NAME=Ada's $quay 100%%"\n`);
  expect(snippets["systemd"]).toContain("Restart=always\n");
});

test("the compose file and the Helm values contain the values of the agent", () => {
  expect(parse(snippets["compose"]!)).toMatchObject({
    services: {
      "quarterdeck-agent": {
        environment: {
          ROLE: "agent",
          UPSTREAM_NAME: "Ada's $$quay 100%",
          UPSTREAM_TOKEN: "qd_1_a-b",
          DATA_DIR: "/data",
        },
      },
    },
  });
  expect(parse(snippets["helm"]!)).toEqual({
    upstream: {
      createSecret: true,
      host: "https://deck.example.org/api",
      username: "token",
      password: "qd_1_a-b",
      agentName: "Ada's $quay 100%",
    },
  });
});

test("the Helm values of an agent with telemetry contain its label", () => {
  const values = { name: "north", token: "qd_1", origin: "https://deck.example.org", telemetry: "north quay" };
  const helm = installSnippets(values).find(({ value }) => value === "helm")!;
  expect(parse(helm.code)).toMatchObject({ pushTelemetry: { enabled: true, topologyName: "north quay" } });
});
