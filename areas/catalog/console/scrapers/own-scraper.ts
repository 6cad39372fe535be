// The built-in scraper, which owns the items that no scraper finds; it has no spec and is never run.

export const OWN_SCRAPER = "00000000-0000-0000-0000-000000000000";

const example = {
  name: "core-switch-1",
  type: "Network::Switch",
  config_class: "Switch",
  health: "healthy",
  scraper_id: OWN_SCRAPER,
};

/** The command that adds an item. It reads the access token from an environment variable. */
export const exampleOf = (origin: string) =>
  [
    `curl --user "token:$TOKEN" --header "content-type: application/json" \\`,
    `  --data '${JSON.stringify(example)}' \\`,
    `  ${origin}/api/db/config_items`,
  ].join("\n");
