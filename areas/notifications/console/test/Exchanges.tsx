import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import type { MessageExchange } from "../../model.ts";

/** The raw requests to a service and its responses. The server has masked all secrets. */
export const Exchanges = ({ exchanges }: { exchanges: readonly MessageExchange[] }) => (
  <ol className="flex flex-col gap-3">
    {exchanges.map(({ request, response, status }, index) => (
      <li key={index} className="flex min-w-0 flex-col gap-2">
        <CodeBlock code={request} title={titleOf("Request", index, exchanges.length)} />
        {response === undefined ? (
          <p className="text-muted">There was no response.</p>
        ) : (
          <CodeBlock
            code={response}
            title={`${titleOf("Response", index, exchanges.length)}${status === undefined ? "" : `, status ${status}`}`}
          />
        )}
      </li>
    ))}
  </ol>
);

const titleOf = (name: string, index: number, count: number) => (count > 1 ? `${name} ${index + 1}` : name);
