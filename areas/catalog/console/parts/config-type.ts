// A type consists of the provider and the kind: `Kubernetes::Pod`, `AWS::EC2::Instance`.

/** The label without the provider: `Pod`, `EC2 Instance`. A type of one word is its own label. */
export function typeLabel(type: string): string {
  const at = type.indexOf("::");
  return at < 0 ? type : type.slice(at + 2).replaceAll("::", " ");
}

/** The provider: `Kubernetes`, `AWS`. */
export const providerOf = (type: string): string => type.split("::", 1)[0]!;
