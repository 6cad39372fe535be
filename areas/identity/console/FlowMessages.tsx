import { Icon } from "#console/widgets/Icon.tsx";

export interface FlowMessage {
  text: string;
  isError: boolean;
}

/** The messages of a flow as a whole, above its form. */
export function FlowMessages({ messages }: { messages: readonly FlowMessage[] }) {
  return (
    <div aria-live="polite" className="flex flex-col gap-2 empty:hidden">
      {messages.map(({ text, isError }) => (
        <p
          key={text}
          role={isError ? "alert" : undefined}
          className={`flex items-start gap-2 rounded-md px-3 py-2 ${isError ? "bg-unhealthy-soft text-unhealthy-text" : "bg-selected text-text"}`}
        >
          <span className="flex h-5 items-center">
            <Icon name="alert-circle" size={14} />
          </span>
          <span className="min-w-0 flex-1 break-words">{text}</span>
        </p>
      ))}
    </div>
  );
}
