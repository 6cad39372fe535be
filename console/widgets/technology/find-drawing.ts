// Which drawing stands for a name, however a source spells it: "Kubernetes::Pod", "postgres", "AWS::EC2::Instance",
// "CreateNamespace".
import { aliases } from "./aliases.ts";
import { brands, deeds, ownShapes, shapes } from "./technologies.ts";

const marks = new Set([...brands, ...ownShapes.keys()]);

export const normalise = (name: string) =>
  name
    .trim()
    .replaceAll(/--|::/g, "-")
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-")
    .replace(/^(?:k8-|kubernetes-)/, "k8s-");

/** The mark of a product, or the shape of a kind of thing. */
export type Drawing = { mark: string } | { shape: string };

/** The first of the names that is known; a second one is for a more general name, such as a type beside an icon. */
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
    deedOf(name) ??
    exact(name.replace(/^k8s-/, "")) ??
    exact(`aws-${name}`) ??
    exact(`azure-${name}`) ??
    exact(`k8s-${name}`) ??
    lessExact(name)
  );
}

function exact(given: string): Drawing | undefined {
  const name = aliases.get(given) ?? given;
  const shape = shapes.get(name);
  return marks.has(name) ? { mark: name } : shape === undefined ? undefined : { shape };
}

function deedOf(name: string): Drawing | undefined {
  const deed = deeds.find(([word]) => name.startsWith(word)) ?? deeds.find(([word]) => name.endsWith(word));
  return deed && { shape: deed[1] };
}

/** "postgres-exporter-7" is about postgres, "aws-ec2-instance-profile" about aws-ec2: whole words off the end. */
function lessExact(name: string): Drawing | undefined {
  const words = name.split(/[-./:]/);
  for (let count = words.length - 1; count > 0; count -= 1) {
    const found = exact(words.slice(0, count).join("-"));
    if (found) return found;
  }
  return undefined;
}
