import type { DialogSize } from "#console/widgets/dialog/DialogFrame.tsx";
import { editorSizes, textProperty, type Parameter } from "../../parameter.ts";

const sizes: readonly DialogSize[] = ["very-small", "small", "medium", "large", "full"];

/** A dialog is at least medium; an editor of code can widen it. */
export function dialogSize(parameters: readonly Parameter[]): DialogSize {
  const wanted = parameters
    .filter(({ type }) => type === "code")
    .map((parameter) => editorSizes.find((size) => size === textProperty(parameter, "size")) ?? "small");
  return sizes[Math.max(sizes.indexOf("medium"), ...wanted.map((size) => sizes.indexOf(size)))] ?? "medium";
}
