// Hand-written forms: react-hook-form stores the values, and the fields of the console edit them.
import { type ComponentType, type ReactNode, useState } from "react";
import { type FieldValues, FormProvider, type Path, useController, type UseFormReturn } from "react-hook-form";
import { messageOf } from "#console/client/failure.ts";
import { controlIn, focusFirstWrong } from "./focus.ts";
import { FormFailure } from "./FormFailure.tsx";
import { REQUIRED } from "./scalar-problem.ts";

interface FormProps<Values extends FieldValues> {
  /** The result of `useForm({ defaultValues, mode: "onTouched" })`. */
  form: UseFormReturn<Values>;
  /** If it throws, the error is shown above the buttons and the typed values are kept. */
  onSubmit: (values: Values) => unknown;
  children: ReactNode;
  /** The buttons at the end: Cancel, Save. */
  actions?: ReactNode;
  /** For a submit button outside the form, such as one in the footer of a dialog. */
  id?: string;
  className?: string;
}

/** Submits the values if all are valid; otherwise focuses the first invalid field. */
export function Form<Values extends FieldValues>({
  form,
  onSubmit,
  children,
  actions,
  id,
  className = "",
}: FormProps<Values>) {
  const [failure, setFailure] = useState<string>();
  const send = async (values: Values, element: HTMLElement) => {
    // Text that cannot be parsed is not part of the values, so only the field itself can report it.
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
        id={id}
        noValidate
        className={`flex flex-col gap-4 ${className}`}
        onSubmit={(event) => {
          // React bubbles events through portals: a form in a dialog would also submit the form of the page.
          event.stopPropagation();
          const { currentTarget } = event;
          void form.handleSubmit((values) => send(values, currentTarget))(event);
        }}
      >
        {children}
        <FormFailure>{failure}</FormFailure>
        {actions && <div className="flex flex-wrap justify-end gap-2 pt-1">{actions}</div>}
      </form>
    </FormProvider>
  );
}

/** A field may define `check`, which returns the problem with a value. */
type FieldComponent<Props> = ((props: Props) => ReactNode) & { check?: (value: unknown) => string | undefined };

/** The props that the form supplies; the caller supplies the other props. */
type Supplied = "value" | "onChange" | "onBlur" | "error";

type FormFieldProps<Props, Values extends FieldValues> = Omit<Props, Supplied> & {
  name: Path<Values>;
  of: FieldComponent<Props>;
  /** The message for a required but empty field. Default: REQUIRED. */
  whenEmpty?: string;
  /** Checks that go beyond the field's own `check`. */
  validate?: (value: unknown, values: Values) => string | undefined;
};

/**
 * Binds a field to a value of the form around it: `<FormField of={NumberField} name="port" label="Port" isRequired />`.
 */
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
        // react-hook-form reads undefined as "reset to the default", so an emptied field is null.
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
