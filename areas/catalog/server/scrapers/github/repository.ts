// Converts a GitHub repository to an item. Counters and URLs that can be derived are not configuration and are left
// out.
import { z } from "zod";
import type { Scraped } from "../../scrape/found.ts";
import { organizationNamed } from "./organization.ts";

export const repository = z.looseObject({
  id: z.number(),
  name: z.string(),
  full_name: z.string(),
  owner: z.looseObject({ login: z.string(), type: z.string().nullish() }),
  html_url: z.string().nullish(),
  description: z.string().nullish(),
  archived: z.boolean().nullish(),
  disabled: z.boolean().nullish(),
  language: z.string().nullish(),
  visibility: z.string().nullish(),
  default_branch: z.string().nullish(),
  topics: z.array(z.string()).default([]),
  created_at: z.string().nullish(),
});
export type Repository = z.output<typeof repository>;

const counted =
  /^(?:size|score|permissions|temp_clone_token|pushed_at|updated_at|has_pages|network_count|subscribers_count|watchers|forks|open_issues|.*_count)$/;
const derivedUrl = /^url$|(?<!html|clone|ssh|mirror)_url$/;

export function repositoryItem(found: Repository): Scraped {
  const kept = Object.fromEntries(
    Object.entries(found).filter(([key, value]) => !counted.test(key) && !derivedUrl.test(key) && value !== null),
  );
  const { owner, html_url: url, archived, disabled, language } = found;
  return {
    id: found.full_name,
    // The name of a repository can change and be reused by another repository; the id cannot.
    aliases: [`GitHub/Repository/${found.id}`],
    name: found.full_name,
    type: "GitHub::Repository",
    class: "Repository",
    status: disabled ? "Disabled" : archived ? "Archived" : "Active",
    health: disabled ? "warning" : "unknown",
    description: found.description ?? undefined,
    source: url ?? undefined,
    createdAt: found.created_at ? new Date(found.created_at) : undefined,
    document: { ...kept, owner: owner.login },
    labels: {
      ...(language && { language }),
      ...Object.fromEntries(found.topics.map((topic) => [`topic/${topic}`, "true"])),
    },
    tags: { owner: owner.login },
    // The parent is found if an organization scraper has saved the organization.
    parents: owner.type === "Organization" ? [{ ...organizationNamed(owner.login), scraper: "all" }] : [],
    properties: url ? [{ name: "Repository", links: [{ type: "url", url }], text: found.full_name }] : [],
  };
}
