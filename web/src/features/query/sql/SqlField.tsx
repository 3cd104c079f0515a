/** A field for SQL that proposes names while one writes: arrows choose, Tab or Enter takes, Esc leaves. */
import { VisuallyHidden } from "@mantine/core";
import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { QueryTable } from "@/api/types";
import { complete, type Completion, type Suggestion } from "./completion";
import classes from "./Sql.module.css";

interface Props {
  value: string;
  tables: readonly QueryTable[];
  onChange: (sql: string) => void;
  onRun: () => void;
}

interface Open extends Completion {
  active: number;
  /** Where the list stands: under the word. */
  top: number;
  left: string;
}

const LINE = 20;

export function SqlField({ value, tables, onChange, onRun }: Props): ReactElement {
  const { t } = useLanguage();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState<Open | null>(null);

  function propose(text: string, cursor: number, asked = false): void {
    const found = complete(text, cursor, tables, asked);
    if (!found.suggestions.length) {
      setOpen(null);
      return;
    }
    const lines = text.slice(0, found.from).split("\n");
    const { scrollTop = 0, scrollLeft = 0 } = field.current ?? {};
    const column = lines.at(-1)?.length ?? 0;
    setOpen({ ...found, active: 0, top: lines.length * LINE + 10 - scrollTop, left: `calc(${column}ch + ${10 - scrollLeft}px)` });
  }

  function take({ text }: Suggestion): void {
    const box = field.current;
    if (!box || !open) return;
    const cursor = open.from + text.length;
    onChange(value.slice(0, open.from) + text + value.slice(box.selectionEnd));
    requestAnimationFrame(() => {
      box.focus();
      box.setSelectionRange(cursor, cursor);
    });
    setOpen(null);
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key === "Enter") onRun();
    else if (control && event.key === " ") propose(value, event.currentTarget.selectionStart, true);
    else if (!open || !pressOpen(event, open)) return;
    event.preventDefault();
  }

  /** Keys while names are proposed; answers whether this was one of them. */
  function pressOpen({ key, shiftKey }: KeyboardEvent, shown: Open): boolean {
    const { suggestions, active } = shown;
    const move = (by: number): void => setOpen({ ...shown, active: (active + by + suggestions.length) % suggestions.length });
    const chosen = suggestions[active];
    if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Escape") setOpen(null);
    else if ((key === "Enter" || (key === "Tab" && !shiftKey)) && chosen) take(chosen);
    else return false;
    return true;
  }

  return (
    <div className={classes.field}>
      <textarea
        ref={field}
        aria-label={t("query.sql.label")}
        aria-describedby={`${id}-keys`}
        aria-autocomplete="list"
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open ? `${id}-${open.active}` : undefined}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        maxLength={20_000}
        wrap="off"
        placeholder={t("query.sql.placeholder")}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          propose(event.currentTarget.value, event.currentTarget.selectionStart);
        }}
        onKeyDown={press}
        onClick={() => setOpen(null)}
        onBlur={() => setOpen(null)}
        onScroll={() => setOpen(null)}
      />
      <VisuallyHidden id={`${id}-keys`}>{t("query.sql.keys")}</VisuallyHidden>
      <VisuallyHidden role="status">{open ? t("query.sql.fitting", { count: open.suggestions.length }) : ""}</VisuallyHidden>
      {open ? (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t("query.sql.names")}
          className={classes.list}
          style={{ top: open.top, left: open.left }}
        >
          {open.suggestions.map((one, place) => (
            <div
              key={`${one.kind} ${one.of ?? ""} ${one.label}`}
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === open.active}
              // Before the field loses the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                take(one);
              }}
            >
              <span>{one.label}</span>
              <small>{one.of ?? t(`query.sql.${one.kind}`)}</small>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
