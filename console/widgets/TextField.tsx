import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { IconButton } from "./IconButton.tsx";

export interface FieldMessage {
  text: string;
  isError: boolean;
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "id" | "className"> {
  label: ReactNode;
  /** Shown under the field, errors in red. */
  messages?: readonly FieldMessage[];
}

/** A labelled text input. A password can be revealed while it is typed. */
export function TextField({ label, messages = [], type = "text", ...rest }: TextFieldProps) {
  const id = useId();
  const [isRevealed, setRevealed] = useState(false);
  const isPassword = type === "password";
  const isWrong = messages.some(({ isError }) => isError);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={isPassword && isRevealed ? "text" : type}
          aria-invalid={isWrong}
          aria-describedby={messages.length > 0 ? `${id}-messages` : undefined}
          // Mobile browsers zoom into inputs whose font is smaller than 16 px.
          className={`h-9 min-h-touch w-full rounded-md max-shell:text-[1rem] border border-line-strong bg-surface px-3 text-text transition-colors placeholder:text-faint hover:border-muted focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-unhealthy disabled:bg-sunken disabled:text-muted ${isPassword ? "pr-10" : ""}`}
        />
        {isPassword && (
          <IconButton
            icon={isRevealed ? "eye-off" : "eye"}
            label={isRevealed ? "Hide password" : "Show password"}
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}
            className="absolute top-0.5 right-0.5"
          />
        )}
      </div>
      {messages.length > 0 && (
        <div id={`${id}-messages`} className="mt-1.5">
          {messages.map(({ text, isError }) => (
            <p key={text} className={isError ? "text-unhealthy-text" : "text-muted"}>
              {text}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
