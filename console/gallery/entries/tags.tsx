import { Tags } from "#console/widgets/Tags.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { GalleryEntry } from "../entry.ts";

const many = {
  zone: "eu-central-1a",
  name: "checkout",
  "app.kubernetes.io/part-of": "shop",
  Account: "123456789012",
  namespace: "production",
  cluster: "prod-eu",
  team: "payments",
  "node.kubernetes.io/instance-type": "c7g.4xlarge",
  tier: "1",
  owner: "grace@example.org",
};

export const entry: GalleryEntry = {
  name: "Tags",
  group: "Nouns",
  states: [
    { name: "A few", draw: () => <Tags tags={{ tier: "1", namespace: "production" }} /> },
    {
      name: "More than one row",
      draw: () => (
        <div className="max-w-lg">
          <Tags tags={many} />
        </div>
      ),
    },
    {
      name: "With buttons",
      draw: () => <Tags tags={many} onPress={(key, value) => toast.success(`Filter by ${key}:${value}`)} />,
    },
    {
      name: "Long values",
      draw: () => (
        <div className="max-w-64">
          <Tags tags={{ arn: "arn:aws:eks:eu-central-1:123456789012:nodegroup/production-cluster/spot", b: "c" }} />
        </div>
      ),
    },
    { name: "None", draw: () => <Tags tags={{}} /> },
  ],
};
