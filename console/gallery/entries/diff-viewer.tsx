import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import type { GalleryEntry } from "../entry.ts";

const before = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  namespace: production
  labels:
    app: checkout
    tier: "1"
spec:
  replicas: 3
  strategy:
    type: RollingUpdate
  template:
    spec:
      serviceAccountName: checkout
      containers:
        - name: checkout
          image: registry.example.org/shop/checkout:1.41.7
          resources:
            limits:
              memory: 512Mi
`;
const after = before
  .replace("replicas: 3", "replicas: 12")
  .replace("1.41.7", "1.42.0")
  .replace("              memory: 512Mi\n", "              memory: 1Gi\n              cpu: 500m\n");
const unified = `--- before
+++ after
@@ -8,4 +8,3 @@
   ports:
-    - 8080
-    - 8443
+    - 443
   host: example.org`;

export const entry: GalleryEntry = {
  name: "Diff viewer",
  group: "Nouns",
  states: [
    { name: "Two texts", draw: () => <DiffViewer title="Deployment/checkout" before={before} after={after} /> },
    { name: "A unified diff", draw: () => <DiffViewer title="Service/checkout" unified={unified} /> },
    { name: "No differences", draw: () => <DiffViewer title="Unchanged" before={before} after={before} /> },
    { name: "Not a diff", draw: () => <DiffViewer title="Odd" unified="it was changed" /> },
    {
      name: "Long lines",
      draw: () => <DiffViewer title="Long" before={`key: ${"x".repeat(300)}`} after={`key: ${"x".repeat(250)}y`} />,
    },
  ],
};
