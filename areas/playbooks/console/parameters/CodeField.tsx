import { useQuery } from "@tanstack/react-query";
import { http } from "#console/client/http.ts";
import { CodeEditor } from "#console/widgets/editor/CodeEditor.tsx";
import type { FieldProps } from "#console/widgets/form/Field.tsx";
import { LongTextField } from "#console/widgets/form/fields/TextField.tsx";
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import { editorSizes, type EditorSize, labelOf, textProperty, type Parameter } from "../../parameter.ts";

interface CodeFieldProps extends FieldProps<string> {
  parameter: Parameter;
}

/** The size of the editor, which also determines the width of the dialog. */
export const editorSizeOf = (parameter: Parameter): EditorSize => {
  const size = textProperty(parameter, "size");
  return editorSizes.find((known) => known === size) ?? "small";
};

/** The number of text box rows for each size. */
const rows: Readonly<Record<EditorSize, number>> = { "very-small": 4, small: 8, medium: 14, large: 22, full: 30 };

/** A code parameter: an editor with validation for YAML and JSON, or a text box for other languages. */
export function CodeField({ parameter, ...field }: CodeFieldProps) {
  const language = (textProperty(parameter, "language") ?? "yaml").toLowerCase();
  const size = editorSizeOf(parameter);
  if (language !== "yaml" && language !== "json") return <LongTextField {...field} isCode rows={rows[size]} />;
  return <Editor {...field} parameter={parameter} language={language} size={size} />;
}

function Editor({
  parameter,
  language,
  size,
  value,
  onChange,
  onBlur,
  isReadOnly = false,
  help,
  error,
}: CodeFieldProps & { language: "yaml" | "json"; size: EditorSize }) {
  const schema = useQuery(schemaAt(textProperty(parameter, "jsonSchemaUrl")));
  return (
    <div data-field onBlur={onBlur}>
      <CodeEditor
        label={`${labelOf(parameter)}${parameter.required === true ? " (required)" : ""}`}
        text={value ?? ""}
        onChange={onChange}
        language={language}
        schema={schema.data}
        readOnly={isReadOnly}
        size={size}
      />
      {(error ?? help) !== undefined && (
        <p
          role={error === undefined ? undefined : "alert"}
          className={`mt-1 ${error ? "text-unhealthy-text" : "text-muted"}`}
        >
          {error ?? help}
        </p>
      )}
    </div>
  );
}

/** Only schemas from this server are loaded, because the page is not allowed to send requests to other sites. */
const schemaAt = (url: string | undefined) => ({
  queryKey: ["json-schema", url],
  queryFn: ({ signal }: { signal: AbortSignal }) => http<JsonSchema>("GET", url!, { signal }),
  enabled: url?.startsWith("/api/") === true,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
