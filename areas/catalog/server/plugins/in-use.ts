// The plugins of one scraper run. A fault in a plugin becomes a warning in the run, and is recorded for the plugin.
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { PluginRules } from "../scrape/plugin-rules.ts";
import type { Plugins } from "./load-plugins.ts";

export interface PluginFaults {
  id: string;
  specHash: string;
  faults: readonly string[];
}

/** Maximum number of faults recorded per plugin and run. */
const maxFaults = 10;

export class PluginsInUse {
  readonly rules: readonly PluginRules[];
  /** Warnings about plugins that cannot be read, and about unknown fields. */
  readonly warnings: readonly string[];
  readonly #plugins: Plugins;
  readonly #faults = new Map<string, Set<string>>();

  constructor(plugins: Plugins) {
    this.#plugins = plugins;
    const noted = ({ id, name }: { id: string; name: string }, warning: string) => {
      this.#note(id, warning);
      return `The plugin ${name}: ${warning}`;
    };
    this.rules = plugins.whole.map((plugin) => ({
      words: plugin.words,
      report: (warning) => noted(plugin, warning),
    }));
    this.warnings = [
      ...plugins.broken.map((plugin) => noted(plugin, `The plugin is ignored, because ${ended(plugin.fault)}`)),
      ...plugins.whole.flatMap((plugin) => plugin.unknown.map((warning) => noted(plugin, warning))),
    ];
  }

  /** Returns the faults of each plugin so far, including plugins without faults. */
  faults(scrubber: Pick<Scrubber, "text">): PluginFaults[] {
    const { whole, broken } = this.#plugins;
    return [...whole, ...broken].map(({ id, specHash }) => ({
      id,
      specHash,
      faults: [...(this.#faults.get(id) ?? [])].map((fault) => scrubber.text(fault)).toSorted(),
    }));
  }

  #note(id: string, fault: string): void {
    const known = this.#faults.get(id) ?? new Set();
    if (known.size < maxFaults) known.add(fault);
    this.#faults.set(id, known);
  }
}

const ended = (sentence: string) => sentence.replace(/\.?$/, ".");
