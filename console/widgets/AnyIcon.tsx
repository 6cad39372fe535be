import { lazy, Suspense } from "react";
import { Icon, type IconName, isIconName } from "./Icon.tsx";

// Hundreds of marks, of which most pages show none.
const Technology = lazy(async () => ({ default: (await import("./technology/TechnologyIcon.tsx")).TechnologyIcon }));

interface AnyIconProps {
  /** Of the interface's own, of a technology, or the address of a picture: what people write in their specs. */
  name: string;
  /** Stands for it until it is here. */
  fallback?: IconName;
  className?: string;
}

export function AnyIcon({ name, fallback = "file", className }: AnyIconProps) {
  if (isIconName(name)) return <Icon name={name} {...(className && { className })} />;
  return (
    <Suspense fallback={<Icon name={fallback} {...(className && { className })} />}>
      <Technology name={name} {...(className && { className })} />
    </Suspense>
  );
}
