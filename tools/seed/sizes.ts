// The size of an estate. Five numbers are set directly; all other numbers are proportional to these five.

export interface Sizes {
  checks: number;
  configs: number;
  relationships: number;
  changes: number;
  statuses: number;
}

export const fullSize: Sizes = {
  checks: 10_000,
  configs: 100_000,
  relationships: 300_000,
  changes: 1_000_000,
  statuses: 5_000_000,
};

export const scaled = (sizes: Sizes, factor: number): Sizes => ({
  checks: Math.round(sizes.checks * factor),
  configs: Math.round(sizes.configs * factor),
  relationships: Math.round(sizes.relationships * factor),
  changes: Math.round(sizes.changes * factor),
  statuses: Math.round(sizes.statuses * factor),
});

/** Returns the sizes that depend on the number of config items and checks. */
export const alongWith = ({ configs, checks }: Sizes) => ({
  people: 12 + Math.min(88, Math.round(configs / 1_000)),
  agents: 2 + Math.min(6, Math.round(configs / 15_000)),
  clusters: 1 + Math.min(15, Math.round(configs / 8_000)),
  insights: Math.round(configs / 5),
  canaries: Math.ceil(checks / 6),
  components: 100 + Math.round(configs / 50),
  incidents: Math.round(configs / 200),
  playbookRuns: Math.round(configs / 20),
  messages: Math.round(configs / 2),
  jobRuns: Math.round(configs / 4),
});
