import { KindPicker } from "#console/widgets/kind/KindPicker.tsx";
import type { GalleryEntry } from "../entry.ts";

const kind = (type: string, title: string, group: string, isForMessages = false) => ({
  type,
  title,
  icon: type,
  group,
  isForMessages,
  schema: {},
});
const kinds = [
  kind("http", "HTTP", "Network"),
  kind("tcp", "TCP", "Network"),
  kind("dns", "DNS", "Network"),
  kind("postgres", "PostgreSQL", "Databases"),
  kind("mysql", "MySQL", "Databases"),
  kind("redis", "Redis", "Databases"),
  kind("kubernetes", "Kubernetes resources of a namespace selected by labels", "Kubernetes"),
  kind("slack", "Slack", "Chat", true),
];

export const entry: GalleryEntry = {
  name: "Kind picker",
  group: "Forms",
  states: [
    { name: "Cards in groups", draw: () => <KindPicker kinds={kinds} choose={() => {}} takesFocus={false} /> },
    { name: "None", draw: () => <KindPicker kinds={[]} choose={() => {}} takesFocus={false} /> },
  ],
};
