// Runs an action of every kind: a person writes the playbook in the editor, reads the plan, starts the run and sees the
// result. Services that cannot run here are simulated; Git and PostgreSQL are real.
import type { Page } from "@playwright/test";
import pg from "pg";
import { codeChanges } from "../services/code-changes.ts";
import { tokens } from "../services/code.ts";
import { deckConfig, standInCluster } from "../services/cluster.ts";
import { generation } from "../services/generation.ts";
import { keys } from "../services/language-models.ts";
import { firstTime } from "../services/log-lines.ts";
import { lokiKey, standInLoki } from "../services/loki.ts";
import { chatKeys, messengers, written } from "../services/messengers.ts";
import { type OpenStandIns, openStandIns } from "../services/stand-in.ts";
import { type GitHost, startGitHost } from "./a-git-host.ts";
import { type Receiver, startReceiver } from "./a-receiver.ts";
import { axeFindings } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";
import { standInsVariable } from "./product.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

test.describe.configure({ mode: "default" });
test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

const hosts = codeChanges();
const models = generation();
const loki = standInLoki();
const cluster = standInCluster([]);
/** The names of the pods that the cluster has started. */
const pods: string[] = [];

let standIns: OpenStandIns;
let gitHost: GitHost;
let receiver: Receiver;
let deck: StartedProduct;

test.beforeAll(async () => {
  runPods();
  models.answers = [JSON.stringify({ headline: "The sail is torn", summary: "A storm.", recommended_fix: "Mend it." })];
  standIns = await openStandIns({
    ...hosts.services,
    ...models.services,
    ...messengers,
    "loki.example": (asked) => loki.answer(asked),
    "deck.example": cluster.answer,
  });
  gitHost = await startGitHost(
    { "apps/ship/values.yaml": "# Values of the ship\nreplicas: 2 # night shift\n" },
    hosts.services["api.github.com"]!,
  );
  receiver = await startReceiver();
  deck = await startProduct({ [standInsVariable]: JSON.stringify(standIns.way) });
  await rows("create table tides (harbour text, depth int)");
  await rows("insert into tides values ('Hamburg', 12), ('Bremen', 9)");
});

test.afterAll(async () => {
  await deck.stop();
  await receiver.stop();
  gitHost.stop();
  standIns.close();
});

async function rows(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: deck.databaseUrl });
  await client.connect();
  return (await client.query<Record<string, string>>(text).finally(() => client.end())).rows;
}

/** A pod runs as soon as it is applied, writes one line, and ends. */
function runPods() {
  const state = (phase: string, container: object) => ({
    status: { phase, containerStatuses: [{ name: "main", state: container }] },
  });
  cluster.onApply = (object) => {
    pods.push(object.metadata.name);
    Object.assign(object, state("Running", { running: { startedAt: "x" } }));
  };
  cluster.instead = ({ path }) => {
    if (!path.endsWith("/log")) return undefined;
    return {
      stream(response) {
        response.write("2026-11-17T10:00:00.000000001Z the hull is clean\n");
        const pod = cluster.objects.find(({ metadata }) => metadata.name === path.split("/").at(-2));
        if (pod) Object.assign(pod, state("Succeeded", { terminated: { exitCode: 0 } }));
        response.end();
      },
    };
  };
}

interface Example {
  kind: string;
  block: () => object;
  /** Texts in the plan. */
  plan: readonly (string | RegExp)[];
  /** Texts in the tabs of the result. */
  shown: Readonly<Record<string, string | RegExp>>;
  /** Checks the effect outside of the product. */
  effect: () => unknown;
}

const examples: readonly Example[] = [
  {
    kind: "exec",
    block: () => ({ env: [{ name: "TIDE", value: "high tide" }], script: 'echo "it is $TIDE"' }),
    plan: ['echo "it is $TIDE"', "TIDE"],
    // The values of variables are secrets.
    shown: { Output: "it is ***", Script: "echo" },
    effect: () => {},
  },
  {
    kind: "http",
    block: () => ({ url: receiver.url, method: "POST", body: "how deep?" }),
    plan: ["POST", "how deep?"],
    shown: { Content: "thanks", Response: "200" },
    effect: () => expect(receiver.bodies).toEqual(["how deep?"]),
  },
  {
    kind: "sql",
    block: () => ({
      url: deck.databaseUrl,
      query: "update tides set depth = depth + 1 where harbour = 'Bremen' returning harbour, depth",
    }),
    plan: ["update tides", /1 row/],
    shown: { Rows: /Bremen.*10/ },
    effect: async () => expect(await rows("select depth from tides where harbour = 'Bremen'")).toEqual([{ depth: 10 }]),
  },
  {
    kind: "pod",
    block: () => ({
      name: "careen",
      namespace: "harbour",
      kubeconfig: { value: deckConfig("deck.example") },
      spec: { containers: [{ name: "main", image: "alpine" }] },
    }),
    plan: ["image: alpine", "restartPolicy: Never"],
    shown: { Output: "the hull is clean" },
    effect() {
      expect(pods).toEqual([expect.stringMatching(/^careen-/)]);
      expect(cluster.objects).toEqual([]);
    },
  },
  {
    kind: "gitops",
    block: () => ({
      repo: {
        url: gitHost.url,
        username: "ada",
        password: { value: tokens.github },
        type: "github",
        base: "main",
        branch: "more-crew",
      },
      commit: { author: "Deck", email: "deck@example.org", message: "Add crew" },
      pr: { title: "Add crew" },
      patches: [{ path: "apps/*/values.yaml", yq: ".replicas = 3" }],
    }),
    plan: ["replicas: 2 # night shift", "replicas: 3 # night shift", "Add crew", "more-crew → main on github"],
    shown: { Output: "Opened the pull request https://github.com/harbour/ship/pull/1" },
    effect() {
      expect(gitHost.git("rev-list", "--count", "main..more-crew")).toBe("1");
      expect(gitHost.git("show", "more-crew:apps/ship/values.yaml")).toBe(
        "# Values of the ship\nreplicas: 3 # night shift",
      );
      expect(hosts.pulls).toMatchObject([{ head: "more-crew", base: "main", title: "Add crew" }]);
    },
  },
  {
    kind: "github",
    block: () => ({
      repo: "ship",
      username: "harbour",
      token: { value: tokens.github },
      follow: true,
      workflows: [{ id: "deploy.yaml", input: '{"ship": "ada"}' }],
    }),
    plan: ["deploy.yaml", '"ship": "ada"'],
    shown: { Output: "https://github.com/harbour/ship/actions/runs/101", Runs: "success" },
    effect: () => expect(hosts.dispatches).toEqual([{ workflow: "deploy.yaml", ref: "main", inputs: { ship: "ada" } }]),
  },
  {
    kind: "azureDevopsPipeline",
    block: () => ({
      org: "fabrikam",
      project: "Fiber",
      token: { value: tokens.azureDevops },
      pipeline: { id: "7" },
      parameters: { templateParameters: { ship: "ada" } },
    }),
    plan: ["Run the pipeline 7 of Fiber", '"ship": "ada"'],
    shown: { Output: "buildId=42" },
    effect: () =>
      expect(standIns.asked()).toContainEqual(
        expect.objectContaining({ method: "POST", path: "/fabrikam/Fiber/_apis/pipelines/7/runs" }),
      ),
  },
  {
    kind: "notification",
    block: () => ({
      url: `slack://${chatKeys.slack}@C0123456789`,
      title: "Low tide",
      message: "The **gate** is closed.",
    }),
    plan: ["Low tide", "The gate is closed."],
    shown: { Message: "The **gate** is closed." },
    effect: () => expect(written).toEqual([expect.stringContaining("Low tide")]),
  },
  {
    kind: "ai",
    block: () => ({ prompt: "Why is the ship slow?", apiKey: { value: keys.openai }, formats: ["markdown"] }),
    plan: ["Why is the ship slow?"],
    shown: { Markdown: "The sail is torn", AI: "Mend it." },
    effect: () => expect(models.asked).toHaveLength(1),
  },
  {
    kind: "logs",
    block: () => ({
      loki: {
        url: "https://loki.example:3100",
        ...lokiKey,
        query: '{app="cart"}',
        start: new Date(firstTime).toISOString(),
        end: new Date(firstTime + 100_000).toISOString(),
        limit: "10",
      },
    }),
    plan: ['query: {app="cart"}', "lines: at most 10"],
    shown: { Logs: /order 9\d took/, Metadata: "loki" },
    effect: () =>
      expect(standIns.asked()).toContainEqual(expect.objectContaining({ path: "/loki/api/v1/query_range" })),
  },
];

const secrets = [
  tokens.github,
  tokens.azureDevops,
  chatKeys.slack,
  keys.openai,
  lokiKey.password,
  "canaryK-cluster-token",
];

async function enter(page: Page) {
  const { cookies } = await stateOf("admin", deck);
  await page.context().addCookies(cookies);
  await page.context().addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
}

async function writePlaybook(page: Page, { kind, block }: Example) {
  await page.goto(`${deck.url}/settings/playbooks/new`);
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill(kind.toLowerCase());
  await page.getByRole("textbox", { name: "Title" }).fill(`Run ${kind}`);
  await page.locator(".cm-content").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(`actions:\n  - name: Act\n    ${kind}: ${JSON.stringify(block())}\n`);
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(/\/settings\/playbooks$/);
}

for (const example of examples)
  test(`PB-14 ${example.kind}: the action is written in the editor, planned and run, and its result is shown`, async ({
    page,
  }) => {
    await enter(page);
    await writePlaybook(page, example);

    const title = `Run ${example.kind}`;
    await page.goto(`${deck.url}/playbooks`);
    const card = page.getByRole("article", { name: title, exact: true });
    await card.getByRole("button", { name: "Run", exact: true }).click();
    const form = page.getByRole("dialog", { name: title });
    const plan = form.getByRole("region", { name: "Plan" });
    for (const text of example.plan) await expect(plan).toContainText(text);
    for (const secret of secrets) await expect(plan).not.toContainText(secret);

    await form.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByRole("region", { name: "Act", exact: true })).toContainText("Completed");
    for (const [tab, text] of Object.entries(example.shown)) {
      // The label of a table ends with the number of its rows.
      await page.getByRole("tab", { name: new RegExp(`^${tab}\\W*\\d*$`) }).click();
      await expect(page.getByRole("tabpanel")).toContainText(text);
    }
    expect(await axeFindings(page)).toEqual([]);
    await example.effect();
  });
