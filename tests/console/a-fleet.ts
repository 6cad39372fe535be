// Creates components with a unique label, because all browser tests share one server.
import { inDatabase } from "./a-yard.ts";

export interface Fleet {
  word: string;
  /** Selects only the components of this test. */
  query: string;
  ids: Record<"fleet" | "ferry" | "engine" | "ghost" | "tug", string>;
}

/** Creates a component with two children (one has a child, one is hidden), and a component without children. */
export const makeFleet = (word: string): Promise<Fleet> =>
  inDatabase(async (client) => {
    const create = async (
      name: string,
      parent: string | null,
      more: { properties?: object[]; hidden?: boolean } = {},
    ) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into components (name, external_id, type, parent_id, labels, properties, hidden, stated_health)
         values ($1, $1, $2, $3, jsonb_build_object('fleet', $4::text), $5, $6, 'healthy') returning id`,
        [
          `${word}-${name}`,
          `${word}-${name === "engine" ? "Engine" : "Ship"}`,
          parent,
          word,
          JSON.stringify(more.properties ?? []),
          more.hidden ?? false,
        ],
      );
      return rows[0]!.id;
    };
    const fleet = await create("fleet", null, {
      properties: [
        { name: "speed", label: "Speed", value: 12, headline: true },
        ...["node", "created", "instance-type", "zone", "os", "containerRuntime", "kernel"].map((name) => ({
          name,
          text: name === "created" ? "2026-01-01T00:00:00Z" : `the ${name}`,
        })),
        ...["kubeProxy", "kubelet", "version", "ip"].map((name) => ({ name, text: `the ${name}` })),
        { name: "memory", value: 2 ** 30, max: 2 ** 31, unit: "bytes" },
        { name: "cpu", value: 500, max: 1000, unit: "millicores" },
      ],
    });
    const ferry = await create("ferry", fleet);
    return {
      word,
      query: `labels=fleet%3D${word}`,
      ids: {
        fleet,
        ferry,
        engine: await create("engine", ferry),
        ghost: await create("ghost", fleet, { hidden: true }),
        tug: await create("tug", null),
      },
    };
  });

/** Changes the health the way a topology run would. */
export const stateHealth = (id: string, health: "healthy" | "unhealthy" | "warning") =>
  inDatabase((client) => client.query("update components set stated_health = $2 where id = $1", [id, health]));
