/** One group of a level: how many rows it has, selectable and renameable where the level is editable. */
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { HierarchyGroup } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Hierarchies.module.css";

interface Props {
  group: HierarchyGroup;
  /** Rows of the largest group of the level: the full width of the bar. */
  most: number;
  editable: boolean;
  selected: boolean;
  onSelect: () => void;
  onRename: (to: string) => void;
}

export function Group({ group, most, editable, selected, onSelect, onRename }: Props) {
  const { t, format } = useLanguage();
  const [renaming, setRenaming] = useState(false);
  const { label, rows } = group;
  if (renaming) {
    return (
      <RenameForm
        label={label}
        onDone={(to) => {
          setRenaming(false);
          if (to !== null && to !== label) onRename(to);
        }}
      />
    );
  }
  return (
    <li className={classes.group} data-selected={selected || undefined}>
      <span className={classes.bar} style={{ width: `${(100 * rows) / Math.max(most, 1)}%` }} />
      {editable ? (
        <input
          type="checkbox"
          className={classes.box}
          checked={selected}
          onChange={onSelect}
          aria-label={t("hierarchy.select", { label, rows })}
        />
      ) : null}
      <span className={classes.label} title={label}>
        {label}
      </span>
      <span className={classes.rows}>{format.number(rows)}</span>
      {editable ? (
        <ActionIcon
          className={classes.rename}
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={t("hierarchy.rename", { label })}
          onClick={() => setRenaming(true)}
        >
          <Icon name="pencil" size={13} />
        </ActionIcon>
      ) : null}
    </li>
  );
}

function RenameForm({ label, onDone }: { label: string; onDone: (to: string | null) => void }) {
  const { t } = useLanguage();
  const [text, setText] = useState(label);
  return (
    <li>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          onDone(text.trim() || null);
        }}
      >
        <TextInput
          size="xs"
          aria-label={t("hierarchy.renameTo", { label })}
          value={text}
          data-autofocus
          ref={(input) => input?.focus()}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onDone(null);
          }}
        />
        <Button size="compact-xs" type="submit">
          {t("hierarchy.save")}
        </Button>
      </form>
    </li>
  );
}
