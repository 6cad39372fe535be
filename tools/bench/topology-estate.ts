// Seeds components for the topology benches: 10,000 on five levels below 50 roots, with 10,000 checks and 20,000 links.
// Each component selects the config item with its name.
import { setTimeout as delay } from "node:timers/promises";
import { startWithChecks } from "./checks-estate.ts";
import type { DataProduct } from "./data-estate.ts";

export const components = 10_000;

/** Starts the product, and waits until the health of all components is computed. */
export async function startWithComponents(profileFolder: string | undefined): Promise<DataProduct> {
  const product = await startWithChecks(components, { profileFolder });
  try {
    await fill(product);
    await settled(product);
  } catch (error) {
    await product.stop();
    throw error;
  }
  return product;
}

/** The last component of each level: 50 roots with 4, 5, 3 and about 2 children each. */
const ends = [50, 250, 1_250, 4_250, components];

async function fill({ ask }: DataProduct): Promise<void> {
  for (const [level, end] of ends.entries()) {
    const begin = level === 0 ? 0 : ends[level - 1]!;
    const above = level < 2 ? 0 : ends[level - 2]!;
    await ask(
      `insert into components (id, name, external_id, type, icon, labels, parent_id, properties, configs)
       select md5('component ' || n)::uuid, 'service-' || n, 'service-' || n, 'Level' || $4::int, 'box',
              jsonb_build_object('team', 'team-' || n % 20, 'region', 'region-' || n % 7),
              case when $4::int > 0 then md5('component ' || ($3::int + 1 + n % greatest($1::int - $3::int, 1)))::uuid end,
              '[{"name": "version", "text": "1.2.3"}, {"name": "rate", "value": 12, "unit": "req/s", "headline": true}]',
              jsonb_build_array(jsonb_build_object('name', 'service-' || n, 'types', array['Kubernetes::Deployment']))
       from   generate_series($1::int + 1, $2::int) n`,
      [begin, end, above, level],
    );
  }
  await ask(
    `insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
     select md5('component ' || n)::uuid, md5('check ' || n)::uuid, c.canary_id, 'rule'
     from   generate_series(1, $1::int) n join checks c on c.id = md5('check ' || n)::uuid`,
    [components],
  );
  // Ten thousand additional links, so that leaves belong to two more groups of the level above.
  await ask(
    `insert into component_relationships (component_id, relationship_id, selector_id)
     select md5('component ' || 4250 + n % 5750 + 1)::uuid, md5('component ' || 1251 + (n * 7) % 3000)::uuid, 'rule ' || n / 5750
     from   generate_series(1, $1::int) n
     on     conflict do nothing`,
    [components],
  );
  await ask("vacuum analyze components, component_relationships, check_component_relationships");
}

/** The components without children. */
export const leaves = { first: ends[3]! + 1, count: components - ends[3]! };

/** Waits until no row is recorded for the roll-up or for the selectors. */
export async function settled({ ask }: DataProduct): Promise<void> {
  for (;;) {
    const rows = (await ask(
      `select ((select count(*) from component_dirt) + (select count(*) from link_dirt)
               + (select count(*) from components where health is null))::int as left`,
    )) as { left: number }[];
    if (rows[0]!.left === 0) return;
    await delay(200);
  }
}
