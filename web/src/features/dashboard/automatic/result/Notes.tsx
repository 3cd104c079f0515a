/** What became of results that are gone: nobody should look for them in vain. */
import { Alert, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useNotes } from "../api";

export function Notes({ view }: { view: MeasuredView }): ReactElement | null {
  const { data: notes } = useNotes(view.id, view.revision);
  if (!notes?.length) return null;
  return (
    <Alert color="orange" icon={<Icon name="alert" />} p={6} role="status">
      {notes.map((note) => (
        <Text key={note} size="xs" c="var(--mantine-color-text)">
          {note}
        </Text>
      ))}
    </Alert>
  );
}
