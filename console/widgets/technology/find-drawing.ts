// Finds the drawing for a name in any spelling: "Kubernetes::Pod", "postgres", "AWS::EC2::Instance", "CreateNamespace".
import { aliases } from "./aliases.ts";
import { brands, actionShapes, ownShapes, shapes } from "./technologies.ts";

const marks = new Set([...brands, ...ownShapes.keys()]);

export const normalise = (name: string) =>
  name
    .trim()
    .replaceAll(/--|::/g, "-")
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-")
    .replace(/^(?:k8-|kubernetes-)/, "k8s-");

/** The product's logo, or the shape of a kind. */
export type Drawing = { mark: string } | { shape: string };

/** Returns the drawing of the first known name. Pass more general names last, for instance the type after the icon. */
export function findDrawing(...names: readonly (string | null | undefined)[]): Drawing | undefined {
  for (const name of names) {
    const drawing = name ? drawingOf(normalise(name)) : undefined;
    if (drawing) return drawing;
  }
  return undefined;
}

function drawingOf(name: string): Drawing | undefined {
  return (
    exact(name) ??
    actionShapeOf(name) ??
    exact(name.replace(/^k8s-/, "")) ??
    exact(`aws-${name}`) ??
    exact(`azure-${name}`) ??
    exact(`k8s-${name}`) ??
    lessExact(name)
  );
}

function exact(raw: string): Drawing | undefined {
  const name = aliases.get(raw) ?? raw;
  const shape = shapes.get(name);
  return marks.has(name) ? { mark: name } : shape === undefined ? undefined : { shape };
}

function actionShapeOf(name: string): Drawing | undefined {
  const action =
    actionShapes.find(([word]) => name.startsWith(word)) ?? actionShapes.find(([word]) => name.endsWith(word));
  return action && { shape: action[1] };
}

/** Removes whole words from the end: "postgres-exporter-7" finds postgres, "aws-ec2-instance-profile" aws-ec2. */
function lessExact(name: string): Drawing | undefined {
  const words = name.split(/[-./:]/);
  for (let count = words.length - 1; count > 0; count -= 1) {
    const found = exact(words.slice(0, count).join("-"));
    if (found) return found;
  }
  return undefined;
}
