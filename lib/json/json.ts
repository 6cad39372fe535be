// JSON values: conversion and comparison.

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * Converts the result of an expression to JSON that can be stored. Times and durations become strings, and so do
 * integers beyond 2^53, because a number would lose digits.
 */
export const asJson = (value: unknown): Json =>
  value === undefined
    ? null
    : (JSON.parse(
        JSON.stringify(value, (_, held: unknown) => (typeof held === "bigint" ? String(held) : held)) ?? "null",
      ) as Json);

/** Compares values as JSON text; the order of keys matters, because users see the order. */
export const isSameJson = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Removes null fields, for request bodies in which null means absent. */
export const withoutNulls = <T extends object>(sent: T) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) as {
    [Key in keyof T]: Exclude<T[Key], null>;
  };
