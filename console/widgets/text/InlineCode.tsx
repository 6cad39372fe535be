/** Renders `text in backticks` as code; schema descriptions use this notation. */
export const InlineCode = ({ text }: { text: string }) =>
  text.split(/`([^`]+)`/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="rounded-sm bg-sunken px-1 py-px font-mono">
        {part}
      </code>
    ),
  );
