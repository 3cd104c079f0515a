/** What matters most, ranked by drag and drop or by keyboard; equals share a rank. */
import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Priorities.module.css";
import { canMove, move, rankOf, type Drop, type Groups, type Move } from "./ranking";
import { useDragging, type Dragging } from "./useDragging";

interface PrioritiesProps {
  groups: Groups;
  onChange: (groups: Groups) => void;
}

const MOVES: readonly Move[] = ["up", "down", "join"];

export function Priorities({ groups, onChange }: PrioritiesProps): ReactElement {
  const { t } = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const [told, setTold] = useState("");
  const [active, setActive] = useState("");
  const refocus = useRef<string | null>(null);
  const names = groups.flat();
  const reachable = names.includes(active) ? active : names[0];

  function change(next: Groups, name: string): void {
    onChange(next);
    setActive(name);
    const at = rankOf(next, name);
    const together = (next[at] ?? []).filter((one) => one !== name).join(", ");
    const place = { name, rank: at + 1, ranks: next.length };
    setTold(together ? t("automatic.priorities.shared", { ...place, together }) : t("automatic.priorities.moved", place));
  }

  const dragging = useDragging(list, groups, change);

  // A row that is moved in the page loses the focus on its way.
  useEffect(() => {
    if (refocus.current !== null) focusOn(list.current, refocus.current);
    refocus.current = null;
  }, [groups]);

  function step(name: string, direction: Move): void {
    refocus.current = `${direction} ${name}`;
    if (canMove(groups, name, direction)) change(move(groups, name, direction), name);
  }

  function walk(event: KeyboardEvent, direction: Move, name: string): void {
    const next = names[names.indexOf(name) + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? NaN)];
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    focusOn(list.current, `${direction} ${next}`);
  }

  return (
    <>
      <ul ref={list} className={classes.list} aria-label={t("automatic.priorities.title")}>
        {groups.flatMap((members, group) =>
          members.map((name, place) => (
            <Row
              key={name}
              name={name}
              groups={groups}
              group={group}
              place={place}
              reachable={name === reachable}
              dragging={dragging}
              onStep={step}
              onKey={walk}
            />
          )),
        )}
      </ul>
      <VisuallyHidden aria-live="polite" role="status">
        {told}
      </VisuallyHidden>
    </>
  );
}

function focusOn(list: HTMLElement | null, button: string): void {
  list?.querySelector<HTMLElement>(`[data-move="${CSS.escape(button)}"]`)?.focus();
}

interface RowProps {
  name: string;
  groups: Groups;
  group: number;
  place: number;
  reachable: boolean;
  dragging: Dragging;
  onStep: (name: string, direction: Move) => void;
  onKey: (event: KeyboardEvent, direction: Move, name: string) => void;
}

function Row({ name, groups, group, place, reachable, dragging, onStep, onKey }: RowProps): ReactElement {
  const { t } = useLanguage();
  const size = groups[group]?.length ?? 1;
  return (
    <li
      className={classes.row}
      data-group={group}
      data-first={place === 0 || undefined}
      data-dragged={dragging.name === name || undefined}
      data-drop={dropMark(dragging.drop, group, place, size)}
    >
      <span className={classes.rank}>
        {place === 0 ? group + 1 : "="}
        <VisuallyHidden>{t("automatic.priorities.rank", { rank: group + 1, ranks: groups.length })}</VisuallyHidden>
      </span>
      <span className={classes.handle} title={t("automatic.priorities.drag")} {...dragging.handle(name)}>
        <span aria-hidden="true">⠿</span> {name}
      </span>
      {MOVES.map((direction) => (
        <ActionIcon
          key={direction}
          size="sm"
          variant="subtle"
          color="gray"
          // One row is reached by Tab, the others by the arrow keys.
          tabIndex={reachable ? 0 : -1}
          // Not disabled: the focus would be lost where a row arrives at the end.
          aria-disabled={!canMove(groups, name, direction)}
          data-disabled={!canMove(groups, name, direction) || undefined}
          data-move={`${direction} ${name}`}
          aria-label={t(`automatic.priorities.${direction}`, { name })}
          title={t(`automatic.priorities.${direction}`, { name })}
          onClick={() => onStep(name, direction)}
          onKeyDown={(event) => onKey(event, direction, name)}
        >
          {direction === "join" ? <span aria-hidden="true">=</span> : <Icon name={direction} size={14} />}
        </ActionIcon>
      ))}
    </li>
  );
}

function dropMark(drop: Drop | null, group: number, place: number, size: number): Drop["how"] | undefined {
  if (drop?.group !== group) return undefined;
  if (drop.how === "before") return place === 0 ? "before" : undefined;
  if (drop.how === "after") return place === size - 1 ? "after" : undefined;
  return "join";
}
