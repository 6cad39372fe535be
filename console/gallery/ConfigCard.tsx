import { Health } from "#console/widgets/badge/Badges.tsx";
import { Tags } from "#console/widgets/Tags.tsx";

/** What an area might show of its things. */
export const ConfigCard = ({ id }: { id: string }) => (
  <div className="flex flex-col gap-2">
    <Health health="healthy" />
    <Tags tags={{ namespace: "production", cluster: "prod-eu", id }} />
  </div>
);
