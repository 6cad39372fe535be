// The texts that the specification quotes, with document and section. People and existing clients know these texts, so
// they must not be changed. `{name}` stands for a value. The documents are:
//   1  the platform    2  health, incidents and catalog    3  settings and automation
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const quoted: readonly [place: string, ...texts: string[]][] = [
  [
    "1, Authentication screens",
    "Sign In to your account",
    "Confirm Action",
    "Two-Factor Authentication",
    "Reset password",
    "Create account",
    "Sign in",
    "Recover account",
    "Go back",
    "Verify your account",
    "Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.",
    "Unknown error",
    "An error occurred",
    "You do not have permission to access this page.",
  ],
  ["1, Main application routes", "No resources found"],
  ["1, 3. Entities and their fields", "{feature}.disable"],
  [
    "1, 8. The error catalogue",
    "Request timed out. Please try again.",
    "Network Error. Please try again.",
    "No internet connection. Please try again.",
    "The return_to address is not allowed.",
    "Your interaction expired, please fill out the form again.",
    "A security violation was detected, please fill out the form again.",
    "{resource} updated successfully",
    "{resource} deleted successfully",
    "Clipboard not available",
    "Failed to copy to clipboard",
  ],
  ["2, Health page", "Search by name, description, or endpoint", "No data available"],
  ["2, 5. Validation rules", "This field is required", "No options found", "Start typing to search"],
  ["2, 8. Error catalogue", "Something went wrong", "Sorry.. there was an error", "No details found"],
  ["2, 9. Business constants and limits", "duration is allowed only in milli seconds & seconds"],
  ["3, 2.2 Job history", "Details for job {name}", "Copied {id} to clipboard"],
  ["3, 2.4 Permissions", "Are you sure you want to delete the permission?"],
  ["3, 2.7 Team members", "Add users to the team"],
  [
    "3, 2.8 Tokens and kubeconfig",
    "Create new token",
    "Token Created Successfully",
    "Token copied to clipboard",
    "Download and install kubeconfig",
  ],
  ["3, 5. Validation rules", "Name is required", "This field must be a number"],
  [
    "3, 8. The error catalogue",
    "Permission added",
    "Permission updated",
    "Permission deleted",
    "{name} deleted successfully",
    "Token created successfully",
    "{name} removed from team successfully",
    "{names} added to the team successfully",
    "Failed to create token",
    "Are you sure you want to delete this resource?",
  ],
];

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith("console/gallery/");
const sources = globSync("{console,language,lib,areas/*/console,areas/*/server,server}/**/*.{ts,tsx}")
  .filter((path) => !isTest(path))
  .map((path) => readFileSync(path, "utf8"));

/** Matches the text in a string, a template or JSX: a value is an interpolation, a line break any white space. */
const patternOf = (text: string) =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.?+*()]/g, "\\$&").replaceAll(" ", "\\s+"))
      .join("\\$?\\{[^`]*?\\}"),
  );

describe.each(quoted)("the text that document %s quotes", (...[, ...texts]) => {
  test.each(texts)("“%s” is in the product", (text) => {
    const pattern = patternOf(text);
    expect(sources.some((source) => pattern.test(source))).toBe(true);
  });
});
