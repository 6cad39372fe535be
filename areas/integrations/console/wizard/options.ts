// The options of the Add Integration dialog, and its state in the URL.
import { oneOf, text, urlState } from "#console/url/url-state.ts";
import type { Feature } from "#language/features.ts";
import type { ChartName } from "../../charts.ts";

export const wizardUrl = urlState({
  /** Empty: the dialog is closed. "true": the dialog shows all options. Any other value is the chosen option. */
  add: text(),
  /** For an option with a Helm chart: show snippets for GitOps, or create the resources in Quarterdeck. */
  how: oneOf(["gitops", "here"], "gitops"),
});

export interface GitOpsOption {
  value: ChartName;
  label: string;
  /** The name of a technology icon. */
  icon: string;
}

export const gitOpsOptions: readonly GitOpsOption[] = [
  { value: "aws", label: "AWS", icon: "aws" },
  { value: "azure", label: "Azure", icon: "azure" },
  { value: "prometheus", label: "Prometheus", icon: "prometheus" },
  { value: "flux", label: "Flux", icon: "flux" },
  { value: "kubernetes", label: "Kubernetes", icon: "kubernetes" },
  { value: "mission-control", label: "Mission Control", icon: "mission-control" },
];

export interface DirectOption {
  value: string;
  label: string;
  icon: string;
  feature: Feature;
  description: string;
  /** The page that shows the results, with the text of the link to it. */
  page: { href: string; name: string };
  /** The path of the form for a new resource. */
  form: string;
}

export const directOptions: readonly DirectOption[] = [
  {
    value: "topology",
    label: "Custom Topology",
    icon: "network",
    feature: "topology",
    description: "A topology shows your systems with their parts and their health. You write its spec.",
    page: { href: "/topology", name: "Open the topology" },
    form: "/settings/topologies/new",
  },
  {
    value: "scraper",
    label: "Catalog Scraper",
    icon: "radar",
    feature: "config",
    description: "A scraper reads config items from a source on a schedule, and saves them in the catalog.",
    page: { href: "/catalog/scrapers", name: "Open the scrapers" },
    form: "/catalog/scrapers/new",
  },
  {
    value: "logs",
    label: "Log Backends",
    icon: "logs",
    feature: "logs",
    description: "A log backend describes systems that store logs, so that you can search these logs in Quarterdeck.",
    page: { href: "/settings/log-backends", name: "Open the log backends" },
    form: "/settings/log-backends/new",
  },
];
