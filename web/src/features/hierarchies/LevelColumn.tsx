/** One level of a hierarchy as a column of its groups. */
import { ActionIcon, Text, Tooltip } from "@mantine/core";
import type { HierarchyEdit, HierarchyLevel } from "@/api/types";
import { Icon, type IconName } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Group } from "./Group";
import classes from "./Hierarchies.module.css";
import { MergeBar } from "./MergeBar";

/** Bands in their order: 5-9 before 10-14. */
const ORDER = new Intl.Collator("en", { numeric: true });

interface Props {
  level: HierarchyLevel;
  /** Levels between the values as they are and `*` can be changed. */
  editable: boolean;
  /** Above every level but `*` another one can be put. */
  extendable: boolean;
  /** Whether the data is published at this level now. */
  current: boolean;
  find: string;
  selected: readonly string[];
  onSelect: (labels: string[]) => void;
  onEdit: (edit: HierarchyEdit) => void;
}

export function LevelColumn({ level, editable, extendable, current, find, selected, onSelect, onEdit }: Props) {
  const { t } = useLanguage();
  const wanted = find.trim().toLowerCase();
  const groups = level.groups
    .filter((group) => group.label.toLowerCase().includes(wanted))
    .sort((one, other) => ORDER.compare(one.label, other.label));
  const most = Math.max(...level.groups.map((group) => group.rows));
  const toggle = (label: string): void =>
    onSelect(selected.includes(label) ? selected.filter((one) => one !== label) : [...selected, label]);
  const merge = (to: string): void => onEdit({ edit: "merge", level: level.level, labels: [...selected], to });
  return (
    <section
      className={classes.level}
      data-current={current || undefined}
      data-single={level.groups.length === 1 || undefined}
    >
      <LevelHead level={level} editable={editable} extendable={extendable} current={current} onEdit={onEdit} />
      <ul
        className={classes.groups}
        aria-label={t("hierarchy.level", { level: level.level })}
        tabIndex={editable ? undefined : 0}
      >
        {groups.map((group) => (
          <Group
            key={group.label}
            group={group}
            most={most}
            editable={editable}
            selected={selected.includes(group.label)}
            onSelect={() => toggle(group.label)}
            onRename={(to) => onEdit({ edit: "rename", level: level.level, label: group.label, to })}
          />
        ))}
        {groups.length ? null : (
          <Text component="li" size="sm" c="dimmed">
            {t("hierarchy.findNone")}
          </Text>
        )}
        {level.more ? (
          <Text component="li" size="xs" c="dimmed" px="xs">
            {t("hierarchy.more", { count: level.more })}
          </Text>
        ) : null}
      </ul>
      {selected.length > 1 ? (
        <MergeBar key={selected.join()} labels={selected} onMerge={merge} onClear={() => onSelect([])} />
      ) : null}
    </section>
  );
}

type HeadProps = Pick<Props, "level" | "editable" | "extendable" | "current" | "onEdit">;

function LevelHead({ level, editable, extendable, current, onEdit }: HeadProps) {
  const { t } = useLanguage();
  const count = level.groups.length + level.more;
  const counted = t(level.level === 0 ? "hierarchy.values" : "hierarchy.groups", { count });
  return (
    <header className={classes.levelHead}>
      <div>
        <Text size="xs" c="dimmed">
          {t("hierarchy.level", { level: level.level })}
        </Text>
        <Text fw={600} size="sm" component="h3" m={0}>
          {level.level === 0 ? t("hierarchy.asIs") : level.title}
        </Text>
        <Text size="xs" c="dimmed" className="numeric">
          {[counted === level.title ? "" : counted, current ? t("hierarchy.published") : ""].filter(Boolean).join(" · ") ||
            "\u00a0"}
        </Text>
      </div>
      <div className={classes.levelActions}>
        {extendable ? (
          <LevelAction
            icon="plus"
            label={t("hierarchy.add", { level: level.level })}
            onClick={() => onEdit({ edit: "add_level", level: level.level })}
          />
        ) : null}
        {editable ? (
          <LevelAction
            icon="close"
            label={t("hierarchy.drop", { level: level.level })}
            onClick={() => onEdit({ edit: "drop_level", level: level.level })}
          />
        ) : null}
      </div>
    </header>
  );
}

function LevelAction({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
