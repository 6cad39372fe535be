import { Health } from "#console/widgets/badge/Badges.tsx";
import { Tags } from "#console/widgets/Tags.tsx";

/** A card as an area might show it for its items. */
export const ConfigCard = ({ id }: { id: string }) => (
  <div className="flex flex-col gap-2">
    <Health health="healthy" />
    <Tags tags={{ namespace: "production", cluster: "prod-eu", id }} />
  </div>
);
