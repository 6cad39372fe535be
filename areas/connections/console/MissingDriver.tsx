import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import type { KindDescription } from "#language/kinds.ts";

/** Shows the command that installs the driver of a type, if the server lacks the driver. */
export const MissingDriver = ({ kind }: { kind: KindDescription }) =>
  kind.install !== undefined && (
    <div role="note" className="flex flex-col gap-2 rounded-md border border-line bg-sunken px-3 py-2">
      <p>
        The {kind.title} driver is not installed on the server. An administrator installs it in the folder of
        Quarterdeck:
      </p>
      <CodeBlock code={kind.install} title="Command" isBare />
    </div>
  );
