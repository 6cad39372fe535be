import { useState } from "react";
import { OrderedChoice } from "#console/widgets/filter/OrderedChoice.tsx";
import type { GalleryEntry } from "../entry.ts";

const few = ["type", "provider", "cluster", "namespace"].map((value) => ({ value }));
const many = [
  { value: "long", label: "a-rather-long-key-of-a-tag/that-some-operator-puts-on-everything" },
  ...Array.from({ length: 60 }, (_, index) => ({ value: `key-${index}` })),
];

function Chosen({ options, first }: { options: readonly { value: string; label?: string }[]; first: string[] }) {
  const [value, setValue] = useState<readonly string[]>(first);
  const isFirst = value.join() === first.join();
  return (
    <OrderedChoice
      label="Group By"
      none="No Grouping"
      options={options}
      value={value}
      change={setValue}
      reset={isFirst ? undefined : () => setValue(first)}
    />
  );
}

export const entry: GalleryEntry = {
  name: "Ordered choice",
  group: "Data",
  states: [
    {
      name: "Two of four",
      press: ["Group By: provider, type"],
      draw: () => <Chosen options={few} first={["provider", "type"]} />,
    },
    { name: "Many to choose from", press: ["Group By: No Grouping"], draw: () => <Chosen options={many} first={[]} /> },
    {
      name: "Options that are no longer offered",
      draw: () => <Chosen options={few} first={["region", "long-gone-zone"]} />,
    },
  ],
};
