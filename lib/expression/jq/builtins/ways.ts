// Functions on input paths: read, set and delete.
import { step } from "../../budget.ts";
import { pathsOf, valuesOf } from "../evaluate.ts";
import { changed, child, without } from "../paths.ts";
import { fieldsOf, JqError, kindOf, put } from "../values.ts";
import { listOf, computed, native, taking } from "./stating.ts";

native("path", 1, function* (input, [filter], depth) {
  for (const keys of pathsOf(filter!, input.value, depth)) yield computed(keys, input);
});
native("getpath", 1, function* (input, [filter], depth) {
  for (const keys of valuesOf(filter!, input.value, depth)) {
    const path = listOf(keys, "used as a path");
    let item = input;
    for (const key of path) {
      const value = item.value === null ? null : child(item.value, key);
      const way = item.way;
      if (way === "computed") throw new JqError("Invalid path expression: the value is not part of the input");
      item = { value, way: way && { path: { key, up: way.path } } };
    }
    yield item;
  }
});
taking("setpath", 2, (value, keys, newValue) => changed(value, listOf(keys, "used as a path"), () => newValue));
taking("delpaths", 1, (value, paths) =>
  without(
    value,
    listOf(paths, "used as paths").map((keys) => listOf(keys, "used as a path")),
  ),
);
native("pick", 1, (input, [filter], depth) => {
  let picked: unknown = null;
  for (const keys of pathsOf(filter!, input.value, depth))
    picked = changed(picked, keys, () => keys.reduce<unknown>((held, key) => child(held, key), input.value));
  return [computed(picked, input)];
});
native("walk", 1, function* (input, [filter], depth) {
  const walked = function* (value: unknown): Generator {
    step();
    let next = value;
    if (Array.isArray(value)) next = value.flatMap((element: unknown) => [...walked(element)]);
    else if (kindOf(value) === "object") {
      const fields: Record<string, unknown> = {};
      for (const key of Object.keys(fieldsOf(value)))
        for (const held of walked(fieldsOf(value)[key])) {
          put(fields, key, held);
          break;
        }
      next = fields;
    }
    yield* valuesOf(filter!, next, depth);
  };
  for (const value of walked(input.value)) yield computed(value, input);
});
