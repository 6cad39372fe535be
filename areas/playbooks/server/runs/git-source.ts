// Finds the GitOps source of a config item: the repository and the files that define it. Kustomize writes the file into
// an annotation, and Flux labels the objects of a Kustomization, which refers to a GitRepository; both are catalog
// items.
import { posix } from "node:path";
import { Problem } from "#language/problem.ts";
import { yaml } from "#lib/load/on-demand.ts";
import type { System } from "#server/area.ts";
import { configQuery, type ConfigQuery } from "../actions/access/config-query.ts";
import type { Fields } from "../text/environment.ts";

const originAnnotation = "config.kubernetes.io/origin";
const fluxLabel = "kustomize.toolkit.fluxcd.io";

/** Returns an empty object for an item without a known source. The playbook needs the right to read the Flux items. */
export async function gitSourceOf(system: System, playbookId: string, item: Fields): Promise<Fields> {
  try {
    return await find(await configQuery({ run: { id: "", playbookId }, system }), item);
  } catch (error) {
    if (error instanceof Problem && error.id === "forbidden") return {};
    throw error;
  }
}

async function find(query: ConfigQuery, item: Fields): Promise<Fields> {
  const { labels, annotations } = metadataOf(item);
  const origin = originOf(annotations[originAnnotation]);
  const flux = await fluxSource(query, item, labels);
  const url = origin["repo"] || flux?.url;
  if (!url) return {};
  const path = flux?.path ?? "";
  const branch = origin["ref"] || flux?.branch || "main";
  const file = origin["path"] ? posix.join(path, origin["path"]) : "";
  const dir = file === "" ? path : posix.dirname(file);
  const git = { url, branch, file, dir, link: linkOf(url, branch, file || dir) };
  // Existing manifests use the fields with and without the inner name.
  return { ...git, git, kustomize: { path, file: path === "" ? "" : posix.join(path, "kustomization.yaml") } };
}

async function fluxSource(query: ConfigQuery, item: Fields, labels: Texts) {
  const name = labels[`${fluxLabel}/name`];
  const namespace = labels[`${fluxLabel}/namespace`];
  if (!name || !namespace) return undefined;
  const scraper = item["scraper_id"] ?? null;
  const kustomization = fieldsOf((await findObject(query, "Kustomization", { name, namespace, scraper }))?.["spec"]);
  const source = textsOf(kustomization["sourceRef"]);
  if (source["kind"] !== "GitRepository" || !source["name"]) return undefined;
  const place = { name: source["name"], namespace: source["namespace"] || namespace, scraper };
  const repository = fieldsOf((await findObject(query, "GitRepository", place))?.["spec"]);
  const url = textsOf(repository)["url"];
  if (!url) return undefined;
  const path = posix.normalize(textsOf(kustomization)["path"] || ".").replace(/^\/+|\/+$/g, "");
  return { url, path: path === "." ? "" : path, branch: textsOf(repository["ref"])["branch"] };
}

interface Named {
  name: string;
  namespace: string;
  scraper: unknown;
}

/** Finds an object of the same cluster. */
async function findObject(query: ConfigQuery, kind: string, { name, namespace, scraper }: Named) {
  const [found] = await query<{ config: unknown }>(
    `select config from config_items
     where  type = $1 and name = $2 and tags ->> 'namespace' = $3 and scraper_id is not distinct from $4::uuid and deleted_at is null
     order  by id limit 1`,
    [`Kubernetes::${kind}`, name, namespace, scraper],
  );
  return found && fieldsOf(found.config);
}

type Texts = Readonly<Record<string, string | undefined>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const textsOf = (value: unknown): Texts =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

function metadataOf(item: Fields): { labels: Texts; annotations: Texts } {
  const { labels, annotations } = fieldsOf(fieldsOf(item["config"])["metadata"]);
  return { labels: { ...textsOf(item["labels"]), ...textsOf(labels) }, annotations: textsOf(annotations) };
}

function originOf(annotation: string | undefined): Texts {
  try {
    return textsOf(yaml().parse(annotation ?? ""));
  } catch {
    return {};
  }
}

/** The page of the file on the host of the repository, whose URL may be in SSH notation: git@host:owner/name.git. */
function linkOf(url: string, branch: string, path: string): string {
  const address = url.includes("://") ? url : `ssh://${url.replace(":", "/")}`;
  if (!URL.canParse(address)) return "";
  const { hostname, pathname } = new URL(address);
  const repository = pathname.replace(/(?:\.git)?\/?$/, "");
  return `https://${hostname}${[repository, "tree", branch, path].filter(Boolean).join("/")}`;
}
