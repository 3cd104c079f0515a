/** Where releases of databases were joined: inside their engine, or here and why. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { JoinedIn } from "@/api/types";

interface Props {
  place: JoinedIn | null | undefined;
}

/** Files are always joined here: of them nothing is said. */
export function JoinedPlace({ place }: Props): ReactElement | null {
  if (!place || (place.engine === null && !place.reason)) return null;
  return (
    <Text size="xs" c="dimmed" role="note">
      {place.words}
    </Text>
  );
}
