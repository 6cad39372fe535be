// Commits changes to a Git repository, and opens a pull request for them.
import type { z } from "zod";
import {
  fetchSnapshot,
  newCommit,
  pushCommit,
  shownUrl,
  type GitSnapshot,
  type OpenConnection,
} from "#areas/connections/server/index.ts";
import {
  connectionOf,
  credentials,
  filled,
  list,
  longText,
  part,
  playbookCel,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { ActionInvalid, defineAction, type ActionContext, type ActionRun, type PlanPart } from "../action-kind.ts";
import { changedFiles, type Changed } from "./gitops/changed-files.ts";
import { openPullRequest, placeOf, type OpenedRequest, type Place, type PullRequest } from "./gitops/pull-request.ts";

const spec = part({
  repo: part({
    url: text.optional().meta({ label: "URL", placeholder: "https://github.com/owner/name.git" }),
    connection: connectionOf("git", "github", "gitlab", "azure_devops").optional(),
    ...credentials,
    type: text.optional().meta({ label: "Host", description: "github, gitlab or azure. Default: by the URL." }),
    base: text.optional().meta({ label: "Base branch", placeholder: "main" }),
    branch: text.optional().meta({ label: "Branch", description: "Default: the base branch." }),
    skipExisting: yes.optional().meta({ label: "Skip if the branch exists" }),
    force: yes.optional().meta({ label: "Overwrite the branch" }),
  }).meta({ label: "Repository" }),
  commit: part({
    author: filled.meta({ label: "Author" }),
    email: filled.meta({ label: "Email" }),
    message: filled.meta({ label: "Message", field: "long-text" }),
  }).meta({ label: "Commit" }),
  pr: part({
    title: filled.meta({ label: "Title" }),
    tags: texts.optional().meta({ label: "Labels" }),
    autoMerge: part({ enabled: yes.optional(), rebase: yes.optional() })
      .optional()
      .meta({ label: "Merge automatically" }),
  })
    .optional()
    .meta({ label: "Pull request" }),
  patches: list(
    part({
      path: filled.meta({ label: "Path", placeholder: "clusters/*/values.yaml" }),
      yq: longText.optional().meta({ label: "Expression for YAML", placeholder: ".spec.replicas = 3" }),
      jq: longText.optional().meta({ label: "Expression for JSON" }),
      if: playbookCel.optional().meta({ label: "If (CEL)" }),
    }).superRefine(({ yq, jq }, context) => {
      if (!yq === !jq) context.addIssue({ code: "custom", path: ["yq"], message: "must be set, or jq, but not both" });
    }),
  )
    .optional()
    .meta({ label: "Patches" }),
  files: list(part({ path: filled.meta({ label: "Path" }), content: longText.meta({ label: "Content" }) }))
    .optional()
    .meta({ label: "Files", description: "The content $delete removes a file." }),
}).superRefine(({ repo: { url, connection: by }, patches = [], files = [] }, context) => {
  if (!url && !by)
    context.addIssue({ code: "custom", path: ["repo", "url"], message: "is required unless a connection provides it" });
  if (patches.length + files.length === 0)
    context.addIssue({ code: "custom", path: ["patches"], message: "or files are required" });
});
type Spec = z.output<typeof spec>;

export const gitops = defineAction({
  type: "gitops",
  title: "GitOps",
  icon: "git",
  spec,
  untemplated: ["patches.*.if"],
  readsValues: true,

  async plan(block, context) {
    const work = await prepared(block, context);
    const { branch, base } = work;
    const summary = `Commit to ${branch} of ${work.shown}`;
    if (!work.changed) return { summary: `Skip: the branch ${branch} of ${work.shown} exists`, parts: [] };
    const clean = (written: string) => context.scrubber.text(written);
    const parts: PlanPart[] = [
      {
        title: "Changes",
        contentType: "text/x-diff",
        text: clean(work.changed.diff) || "No changes.",
        isBinding: true,
      },
      {
        title: "Commit",
        contentType: "text/plain",
        text: clean(`${block.commit.message}\n\n${block.commit.author} <${block.commit.email}>`),
        isBinding: true,
      },
    ];
    const request = requestOf(block, work);
    if (!request) return { summary, parts };
    const { title, tags, autoMerge } = request.wanted;
    const lines = [
      title,
      `${branch} → ${base} on ${request.place.kind}`,
      ...(tags.length > 0 ? [`labels: ${tags.join(", ")}`] : []),
      ...(autoMerge ? ["is merged automatically"] : []),
    ];
    parts.push({ title: "Pull request", contentType: "text/plain", text: clean(lines.join("\n")), isBinding: true });
    return { summary, parts };
  },

  async run(block, run) {
    const work = await prepared(block, run);
    const log = logOf(run);
    if (!work.changed) {
      await log(`The branch ${work.branch} already exists. Nothing was changed, because skipExisting is set.`);
      return { result: { links: [], logs: log.text(), pr: null } };
    }
    const { connection, snapshot, changed, branch } = work;
    if (changed.changes.size === 0) {
      await log("The files already have this content. There is nothing to commit.");
      return { result: { links: [], logs: log.text(), pr: null } };
    }
    await log(changed.diff.trimEnd());
    const commit = newCommit(snapshot, changed.changes, { ...block.commit, at: new Date() });
    const from = snapshot.refs.commits.get(`refs/heads/${branch}`);
    await pushCommit(connection, run, commit, { branch, from, force: block.repo.force === true });
    await log(`Pushed ${commit.id.slice(0, 10)} to ${branch} of ${work.shown}.`);
    const request = requestOf(block, work);
    const opened = request && (await openPullRequest(request.place, request.wanted, { connection, way: run }));
    if (opened) await log(`${opened.isExisting ? "Updated" : "Opened"} the pull request ${opened.url}`);
    return {
      result: {
        commit: commit.id,
        links: opened ? [linkOf(opened, request.place)] : [],
        logs: log.text(),
        pr: opened ? { ...opened } : null,
      },
    };
  },
});

interface Work {
  connection: OpenConnection;
  /** The URL without credentials. */
  shown: string;
  base: string;
  branch: string;
  snapshot: GitSnapshot;
  /** Undefined if the branch already exists and the action skips existing branches. */
  changed: Changed | undefined;
}

async function prepared(block: Spec, context: ActionContext): Promise<Work> {
  const { repo, patches = [], files = [] } = block;
  const opened = await context.connection(repo);
  if (!opened.url) throw new ActionInvalid("The repository has no URL. Set url, or use a connection with a URL.");
  // Git hosts accept a token as the password of any user.
  const connection = { ...opened, type: "git", username: opened.username || (opened.password ? "git" : null) };
  const base = branchName(repo.base || "main");
  const branch = branchName(repo.branch || base);
  // Commits are added to an existing branch, unless it is overwritten.
  const snapshot = await fetchSnapshot(connection, context, ({ commits }) =>
    !repo.force && commits.has(`refs/heads/${branch}`) ? branch : base,
  );
  const isSkipped = repo.skipExisting === true && branch !== base && snapshot.refs.commits.has(`refs/heads/${branch}`);
  const changed = isSkipped ? undefined : await changedFiles(snapshot, { patches, files }, context.values ?? {});
  return {
    connection: { ...connection, type: opened.type },
    shown: shownUrl(opened.url, "git"),
    base,
    branch,
    snapshot,
    changed,
  };
}

/** https://git-scm.com/docs/git-check-ref-format */
function branchName(name: string): string {
  if (/^[\w][\w./@+=-]*$/.test(name) && !/\.\.|\/\/|@\{|\.lock(?:\/|$)|\/\.|[./]$/.test(name)) return name;
  throw new ActionInvalid(`${JSON.stringify(name)} is not the name of a branch.`);
}

function requestOf(
  { repo, pr }: Spec,
  { connection, base, branch }: Work,
): { place: Place; wanted: PullRequest } | undefined {
  if (!pr || branch === base) return undefined;
  const place = placeOf(connection.url!, repo.type, connection.type);
  if (!place) return undefined;
  const autoMerge = pr.autoMerge?.enabled ? { rebase: pr.autoMerge.rebase === true } : undefined;
  return { place, wanted: { title: pr.title, branch, base, tags: pr.tags ?? [], autoMerge } };
}

const linkOf = ({ id, title, url }: OpenedRequest, { kind }: Place) => ({
  id: String(id),
  name: title,
  url,
  icon: kind === "azure" ? "azure-devops" : kind,
});

function logOf(run: ActionRun) {
  const lines: string[] = [];
  const log = async (line: string) => {
    lines.push(line);
    await run.output(`${line}\n`);
  };
  return Object.assign(log, { text: () => run.scrubber.text(lines.join("\n")) });
}
