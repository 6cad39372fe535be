import { useState } from "react";
import { ConnectionField } from "#console/widgets/form/fields/ConnectionField.tsx";
import type { GalleryEntry } from "../entry.ts";

interface ShownProps {
  begin?: string;
  types?: readonly string[];
  isReadOnly?: boolean;
  error?: string;
}

/**
 * The stored connections come from a server, which the tests fake. Without a server the field reports that it cannot be
 * reached.
 */
function Shown({ begin, ...field }: ShownProps) {
  const [value, setValue] = useState(begin);
  return (
    <div className="max-w-2xl">
      <ConnectionField
        label="Connection"
        placeholder="connection://namespace/name"
        value={value}
        onChange={setValue}
        {...field}
      />
    </div>
  );
}

const long =
  "connection://a-namespace-of-the-european-storefront/orders-database-with-a-name-longer-than-any-field-would-show-it";

export const entry: GalleryEntry = {
  name: "Connection field",
  group: "Forms",
  states: [
    { name: "Any type", press: ["Show choices for Connection"], draw: () => <Shown /> },
    {
      name: "Some types",
      press: ["Show choices for Connection"],
      draw: () => <Shown types={["postgres", "mysql", "sql_server"]} />,
    },
    { name: "A stored connection", draw: () => <Shown begin="connection://shop/orders" types={["postgres"]} /> },
    { name: "An address", draw: () => <Shown begin="postgres://db.example.org:5432/orders" types={["postgres"]} /> },
    { name: "A long name", draw: () => <Shown begin={long} /> },
    { name: "Wrong", draw: () => <Shown begin="orders" error="There is no connection with this name." /> },
    { name: "Read only", draw: () => <Shown begin="connection://shop/orders" isReadOnly /> },
  ],
};
