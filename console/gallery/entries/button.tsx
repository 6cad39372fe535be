import { Button } from "#console/widgets/Button.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import type { GalleryEntry } from "../entry.ts";

const looks = ["primary", "danger", "plain", "quiet"] as const;

export const entry: GalleryEntry = {
  name: "Button",
  group: "Feedback",
  states: [
    {
      name: "Looks",
      draw: () => (
        <div className="flex flex-wrap gap-2">
          {looks.map((look) => (
            <Button key={look} look={look} icon="refresh-cw">
              Run {look}
            </Button>
          ))}
        </div>
      ),
    },
    {
      name: "Busy and disabled",
      draw: () => (
        <div className="flex flex-wrap gap-2">
          {looks.map((look) => (
            <Button key={look} look={look} isBusy>
              Saving
            </Button>
          ))}
          <Button disabled title="There are no changes to save">
            Save
          </Button>
        </div>
      ),
    },
    {
      name: "Links",
      draw: () => (
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/health" icon="plus" look="primary">
            Add Silence
          </ButtonLink>
          <ButtonLink href="/health">Open health</ButtonLink>
        </div>
      ),
    },
    {
      name: "Icons only",
      draw: () => (
        <div className="flex items-center gap-2">
          <IconButton icon="refresh-cw" label="Refresh" />
          <IconButton icon="refresh-cw" label="Refreshing" isSpinning />
          <IconButton icon="x" label="Close" size="small" />
        </div>
      ),
    },
  ],
};
