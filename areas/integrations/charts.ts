// The Helm charts that the Add Integration dialog offers.

export const chartNames = ["aws", "azure", "prometheus", "flux", "kubernetes", "mission-control"] as const;
export type ChartName = (typeof chartNames)[number];

/** The Helm repository of the charts, for the snippets. */
export const helmRepository = { name: "flanksource", url: "https://flanksource.github.io/charts" };

/** Whether Kubernetes and Helm accept the name. Such a name needs no quotes in a shell. */
const kubernetesName = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const maxName = 53;

export const isKubernetesName = (name: string) => name.length <= maxName && kubernetesName.test(name);
