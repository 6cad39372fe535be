// Converts a GitHub organization to an item (https://docs.github.com/en/rest/orgs/orgs#get-an-organization). Counters,
// the billing plan and URLs that can be derived are not configuration and are left out.
import { z } from "zod";
import type { ItemReference, Scraped } from "../../scrape/found.ts";

export const organization = z.looseObject({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  html_url: z.string().nullish(),
  location: z.string().nullish(),
  archived_at: z.string().nullish(),
  created_at: z.string().nullish(),
});
type Organization = z.output<typeof organization>;

const type = "GitHub::Organization";

export const organizationNamed = (login: string): ItemReference => ({ externalId: login, type });

const counted =
  /^(?:followers|following|collaborators|disk_usage|plan|updated_at|(?:public|private)_(?:repos|gists)|\w+_private_repos|\w+_count)$/;
const derivedUrl = /^url$|(?<!html)_url$/;

export function organizationItem(found: Organization): Scraped {
  const { login, html_url: url, location } = found;
  return {
    id: login,
    // The name of an organization can change and be reused by another organization; the id cannot.
    aliases: [`GitHub/Organization/${found.id}`],
    name: login,
    type,
    class: "Organization",
    status: found.archived_at ? "Archived" : "Active",
    health: "unknown",
    description: found.description || found.name || undefined,
    source: url ?? undefined,
    createdAt: found.created_at ? new Date(found.created_at) : undefined,
    document: Object.fromEntries(
      Object.entries(found).filter(([key, value]) => !counted.test(key) && !derivedUrl.test(key) && value !== null),
    ),
    labels: location ? { location } : {},
    tags: { owner: login },
    properties: url ? [{ name: "Organization", links: [{ type: "url", url }], text: found.name || login }] : [],
  };
}
