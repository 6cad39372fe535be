// A form written by hand: react-hook-form keeps its values, our fields edit them.
import { type ComponentType, type ReactNode, useState } from "react";
import { type FieldValues, FormProvider, type Path, useController, type UseFormReturn } from "react-hook-form";
import { messageOf } from "#console/client/failure.ts";
import { controlIn, focusFirstWrong } from "./focus.ts";
import { REQUIRED } from "./scalar-problem.ts";

interface FormProps<Values extends FieldValues> {
  /** Of `useForm({ defaultValues, mode: "onTouched" })`. */
  form: UseFormReturn<Values>;
  /** What it throws is said above the buttons, and nothing that was typed is lost. */
  onSubmit: (values: Values) => unknown;
  children: ReactNode;
  /** What stands at the end: Cancel, Save. */
  actions?: ReactNode;
  className?: string;
}

/** Sends its values when all of them are right; otherwise leads to the first that is not. */
export function Form<Values extends FieldValues>({
  form,
  onSubmit,
  children,
  actions,
  className = "",
}: FormProps<Values>) {
  const [failure, setFailure] = useState<string>();
  const send = async (values: Values, element: HTMLElement) => {
    // A text that cannot be read is no value, so only the field knows of it.
    if (focusFirstWrong(element)) return;
    try {
      setFailure(undefined);
      await onSubmit(values);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={`flex flex-col gap-4 ${className}`}
        onSubmit={(event) => {
          // A form in a dialog stands inside of the page's own, for React.
          event.stopPropagation();
          const { currentTarget } = event;
          void form.handleSubmit((values) => send(values, currentTarget))(event);
        }}
      >
        {children}
        {failure !== undefined && (
          <p role="alert" className="rounded-md bg-unhealthy-soft px-3 py-2 text-unhealthy-text wrap-anywhere">
            {failure}
          </p>
        )}
        {actions && <div className="flex flex-wrap justify-end gap-2 pt-1">{actions}</div>}
      </form>
    </FormProvider>
  );
}

/** A field that knows what is wrong with a value says it itself. */
type FieldComponent<Props> = ((props: Props) => ReactNode) & { check?: (value: unknown) => string | undefined };

/** What the form gives to a field; everything else is the caller's. */
type Kept = "value" | "onChange" | "onBlur" | "error";

type FormFieldProps<Props, Values extends FieldValues> = Omit<Props, Kept> & {
  name: Path<Values>;
  of: FieldComponent<Props>;
  /** What to say of one that is required and empty, where the usual words are not enough. */
  whenEmpty?: string;
  /** What is wrong beyond what the field itself can tell. */
  validate?: (value: unknown, values: Values) => string | undefined;
};

/** Binds a field to a value of the form around it: `<FormField of={NumberField} name="port" label="Port" isRequired />`. */
export function FormField<Props extends object, Values extends FieldValues = FieldValues>({
  name,
  of,
  whenEmpty = REQUIRED,
  validate,
  ...rest
}: FormFieldProps<Props, Values>) {
  const { isRequired } = rest as { isRequired?: boolean };
  const { field, fieldState } = useController<Values>({
    name,
    rules: {
      validate: (value: unknown, values) =>
        (isRequired && isEmpty(value) ? whenEmpty : undefined) ??
        (isEmpty(value) ? undefined : of.check?.(value)) ??
        validate?.(value, values),
    },
  });
  const Bound = of as ComponentType<Record<string, unknown>>;
  return (
    <div ref={(element) => field.ref(element && { focus: () => controlIn(element)?.focus() })}>
      <Bound
        {...rest}
        value={field.value ?? undefined}
        // Undefined would be "as it was at first" for the form: what was emptied is null.
        onChange={(next: unknown) => field.onChange(next === undefined ? null : next)}
        onBlur={field.onBlur}
        error={fieldState.error?.message}
      />
    </div>
  );
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);
