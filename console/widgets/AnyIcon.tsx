import { lazy, Suspense } from "react";
import { Icon, type IconName, isIconName } from "./Icon.tsx";

// Loaded lazily, because most pages show none of these hundreds of icons.
const Technology = lazy(async () => ({ default: (await import("./technology/TechnologyIcon.tsx")).TechnologyIcon }));

interface AnyIconProps {
  /** The name of an interface icon or a technology, or the URL of an image, as specs contain it. */
  name: string;
  /** Shown while the icon loads. */
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
