import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import type { GalleryEntry } from "../entry.ts";

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "checkout", namespace: "production", labels: { app: "checkout", tier: "1" } },
  spec: {
    replicas: 3,
    paused: false,
    template: {
      spec: {
        containers: [
          { name: "checkout", image: "registry.example.org/shop/checkout:1.42.0", ports: [{ containerPort: 8080 }] },
          { name: "proxy", image: "envoyproxy/envoy:v1.31", args: ["--config-path", "/etc/envoy.yaml"] },
        ],
      },
    },
  },
};
const huge = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, `value ${index}`]));

export const entry: GalleryEntry = {
  name: "Data viewer",
  group: "Nouns",
  states: [
    { name: "An object", draw: () => <DataViewer title="Deployment" value={deployment} /> },
    { name: "A string", draw: () => <DataViewer title="Log" value={"first line\n  second line\nthird"} /> },
    { name: "Nothing", draw: () => <DataViewer title="Empty" value={{}} /> },
    { name: "Ten thousand lines", draw: () => <DataViewer title="Huge" value={huge} className="h-64" /> },
  ],
};
