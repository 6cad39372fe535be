// The engine as a service of workers.
import type { Service } from "#server/area.ts";
import { openConnections } from "./connections.ts";
import { engineOf } from "./engine.ts";
import { startRunner } from "./runner.ts";

export const checkRunner: Service = {
  name: "checks",
  roles: ["all", "worker"],
  async start(system) {
    const engine = engineOf(system);
    const own = openConnections(system.db, system.log);
    engine.db = own.db;
    const runner = startRunner(engine);
    return {
      async stop() {
        await runner.stop();
        await engine.faults.flush();
        engine.windows.stop();
        engine.stalls.stop();
        engine.db = system.db.system;
        await own.close();
      },
    };
  },
};
