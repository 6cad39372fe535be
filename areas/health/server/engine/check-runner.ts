// Runs the engine as a service of workers.
import type { Service } from "#server/area.ts";
import { openConnections } from "./connections.ts";
import { engineOf } from "./engine.ts";
import { startRunner, defaultTimes, type RunnerTimes } from "./runner.ts";

/** With times of its own, for tests of dying workers. */
export const checkRunnerWith = (times: RunnerTimes): Service => ({
  name: "checks",
  roles: ["all", "worker"],
  async start(system) {
    const engine = engineOf(system);
    const own = openConnections(system.db, system.log);
    engine.db = own.db;
    await engine.settings.ready();
    const runner = startRunner(engine, times);
    return {
      async stop() {
        await runner.stop();
        await engine.faults.flush();
        engine.settings.stop();
        engine.db = system.db.system;
        await own.close();
      },
    };
  },
});

export const checkRunner = checkRunnerWith(defaultTimes);
