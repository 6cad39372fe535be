import { AnyIcon } from "#console/widgets/AnyIcon.tsx";

const icons: readonly (readonly [RegExp, string])[] = [
  [/^AWS::CloudTrail/i, "aws-cloudtrail"],
  [/^kubernetes\//i, "kubernetes"],
];

/** Shows the source of a change. */
export function SourceName({ source }: { source: string }) {
  const icon = icons.find(([pattern]) => pattern.test(source))?.[1];
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      {icon && <AnyIcon name={icon} className="text-muted" />}
      <span className="break-words">{source}</span>
    </span>
  );
}
