// A type names who provides a thing and what it is: `Kubernetes::Pod`, `AWS::EC2::Instance`.

/** What people call it: `Pod`, `EC2 Instance`. A type of one word is its own name. */
export function typeLabel(type: string): string {
  const at = type.indexOf("::");
  return at < 0 ? type : type.slice(at + 2).replaceAll("::", " ");
}

/** Who provides it: `Kubernetes`, `AWS`. */
export const providerOf = (type: string): string => type.split("::", 1)[0]!;
