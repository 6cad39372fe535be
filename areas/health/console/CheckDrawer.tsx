import { Drawer } from "#console/widgets/dialog/Drawer.tsx";

interface CheckDrawerProps {
  /** Empty for closed. */
  checkId: string;
  /** As the address says it; while it says none, the last run of the check decides. */
  timeRange: string | undefined;
  onClose: () => void;
}

/** A check over the page that it was opened from. */
export const CheckDrawer = ({ checkId, timeRange, onClose }: CheckDrawerProps) => (
  <Drawer isOpen={checkId !== ""} onClose={onClose} title="Check">
    <p>
      {checkId} {timeRange}
    </p>
  </Drawer>
);
