import { http } from "#console/client/http.ts";
import type { FieldProps } from "#console/widgets/form/Field.tsx";
import { AsyncSelectField } from "#console/widgets/form/fields/AsyncSelectField.tsx";
import type { OptionSource } from "#console/widgets/form/option-source.ts";
import { findRows, rowById, type RowQuery } from "#console/widgets/form/row-query.ts";
import type { Tables } from "#generated/tables.ts";

type Notification = Pick<Tables["notifications"]["Row"], "id" | "name" | "namespace" | "title">;

const path = "/api/db/notifications";
const query: RowQuery = { columns: ["id", "name", "namespace", "title"], searched: ["name", "title", "namespace"] };

const optionOf = ({ id, name, namespace, title }: Notification) => ({
  value: id,
  label: title || name || id,
  hint: namespace ?? undefined,
});

const source: OptionSource = {
  key: ["notifications"],
  find: async (text, signal) =>
    (await http<Notification[]>("GET", path, { query: findRows(query, text), signal })).map(optionOf),
  get: async (id, signal) =>
    (await http<Notification[]>("GET", path, { query: rowById(query, id), signal })).map(optionOf)[0],
};

/** A notification rule, chosen by name; the value is its id. */
export const NotificationField = (props: FieldProps<string>) => <AsyncSelectField {...props} source={source} />;
