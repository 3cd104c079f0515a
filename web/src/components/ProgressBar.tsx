/** How much of long work is done, from 0 to 1; a moving bar while that is not known. */
import { Progress } from "@mantine/core";
import type { ReactElement } from "react";

interface ProgressBarProps {
  share: number | null;
  name: string;
  size?: "md" | "lg";
  className?: string;
}

export function ProgressBar({ share, name, size = "lg", className }: ProgressBarProps): ReactElement {
  const open = share === null;
  return (
    <Progress.Root size={size} radius="xl" className={className}>
      <Progress.Section value={open ? 100 : 100 * share} animated={open} striped={open} aria-label={name} />
    </Progress.Root>
  );
}
