/** Give the selected groups one name and merge them. */
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Hierarchies.module.css";

interface Props {
  labels: readonly string[];
  onMerge: (to: string) => void;
  onClear: () => void;
}

export function MergeBar({ labels, onMerge, onClear }: Props) {
  const { t } = useLanguage();
  const [name, setName] = useState(labels.join(", "));
  return (
    <form
      className={classes.merge}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onMerge(name.trim());
      }}
    >
      <TextInput
        size="xs"
        aria-label={t("hierarchy.mergeAs")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.mergeButtons}>
        <Button size="compact-sm" type="submit" leftSection={<Icon name="merge" size={14} />}>
          {t("hierarchy.merge", { count: labels.length })}
        </Button>
        <ActionIcon variant="subtle" color="gray" aria-label={t("hierarchy.clear")} onClick={onClear}>
          <Icon name="close" size={14} />
        </ActionIcon>
      </div>
    </form>
  );
}
