/** A `?` that explains a measure or a builder as it describes itself, with its citation. */
import { ActionIcon, Popover, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { useCatalogue } from "@/api/dataset";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { texts } from "@/i18n/en";
import classes from "./Help.module.css";
import { Icon } from "./Icon";

export type TermName = keyof (typeof texts)["glossary"];

/** Measures that the glossary has a word of the field for. */
const EXPLAINED = ["average_risk", "highest_risk", "utility_loss", "distribution"] as const;
const isExplained = (name: string): name is (typeof EXPLAINED)[number] => EXPLAINED.some((one) => one === name);

interface Props {
  /** The name in the catalogue, `average_risk`. */
  name: string;
  kind?: "measure" | "builder";
}

export function Help({ name, kind = "measure" }: Props) {
  const { t } = useLanguage();
  const { data } = useCatalogue();
  const entries = kind === "measure" ? data?.measures : data?.builders;
  const entry = entries?.find((one) => one.name === name);
  const field = isExplained(name) ? t(`glossary.${name}.field`) : undefined;
  return <HelpText title={entry?.title ?? name} text={entry?.explanation ?? t("help.none")} field={field} citation={entry?.citation} />;
}

/** A word of the field, explained in everyday words: `<Term name="k" />`. */
export function Term({ name }: { name: TermName }) {
  const { t } = useLanguage();
  return <HelpText title={t(`glossary.${name}.name`)} text={t(`glossary.${name}.text`)} field={t(`glossary.${name}.field`)} />;
}

const LONGEST_WORD = 24;

/** A text with a `?` behind its last word, never on a line of its own: `<Explained text={lead} by={<Term name="k" />} />`. */
export function Explained({ text, by }: { text: string; by: ReactNode }) {
  const last = text.lastIndexOf(" ") + 1;
  // A name without spaces may have to be broken.
  const glued = text.length - last <= LONGEST_WORD;
  return (
    <span>
      {text.slice(0, last)}
      <span className={glued ? classes.last : undefined}>
        {text.slice(last)} {by}
      </span>
    </span>
  );
}

/** Closed, shown while the pointer or the focus is there, or kept open by a click. */
type State = "closed" | "shown" | "kept";

/** So that a pointer on its way elsewhere opens nothing, and reaches the text that was opened. */
const [OPEN_AFTER, CLOSE_AFTER] = [120, 250];

interface HelpTextProps {
  title: string;
  text: string;
  /** The word of the field, where the title is one of daily life. */
  field?: string;
  citation?: string;
}

/** The same `?` for a text that is not in the catalogue; Escape closes it and nothing around it, and so does leaving it. */
export function HelpText({ title, text, field, citation }: HelpTextProps) {
  const { t } = useLanguage();
  const [state, setState] = useState<State>("closed");
  const target = useRef<HTMLButtonElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opened = state !== "closed";
  useEffect(() => () => clearTimeout(timer.current), []);
  useEscapeKept(opened, () => set("closed"));

  function soon(next: State, after: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState((now) => (now === "kept" ? now : next)), after);
  }
  function set(next: State): void {
    clearTimeout(timer.current);
    setState(next);
  }
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !opened) return;
    // Back to where it was opened from, without opening it once more.
    pressed.current = document.activeElement !== target.current;
    target.current?.focus();
    set("closed");
  };
  const closeOnLeave = ({ relatedTarget }: FocusEvent): void => {
    const stays = [target, dropdown].some(({ current }) => current?.contains(relatedTarget));
    if (!stays) set("closed");
  };
  const hovering = { onMouseEnter: () => soon("shown", OPEN_AFTER), onMouseLeave: () => soon("closed", CLOSE_AFTER) };
  // A dialog around it leaves Escape alone where this is set.
  const closing = { onKeyDown: closeOnEscape, onBlur: closeOnLeave, "data-mantine-stop-propagation": opened || undefined };
  return (
    <Popover width={320} position="bottom" withArrow shadow="md" trapFocus={false} closeOnEscape={false} withinPortal opened={opened} onChange={(open) => set(open ? "kept" : "closed")}>
      <Popover.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          size="sm"
          radius="xl"
          aria-label={t("help.about", { title })}
          onClick={() => set(state === "kept" ? "closed" : "kept")}
          onPointerDown={() => {
            pressed.current = true;
          }}
          onFocus={() => {
            // The pointer may have left just now: the focus keeps open what that would close.
            clearTimeout(timer.current);
            if (!pressed.current) setState((now) => (now === "closed" ? "shown" : now));
            pressed.current = false;
          }}
          {...hovering}
          {...closing}
        >
          <Icon name="help" size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} aria-label={title} {...hovering} {...closing}>
        <Stack gap={6}>
          <Text fw={600} size="sm">
            {title}
          </Text>
          <Text size="sm">{text}</Text>
          {field === undefined ? null : (
            <Text size="xs" c="dimmed">
              {t("help.field", { field })}
            </Text>
          )}
          {citation ? (
            <Text size="xs" c="dimmed">
              {t("help.source")}: {citation}
            </Text>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** While a help is open under the pointer, Escape is for the help, wherever the focus is in a dialog around it. */
function useEscapeKept(opened: boolean, close: () => void): void {
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  });
  useEffect(() => {
    if (!opened) return undefined;
    const focused = document.activeElement;
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key === "Escape") closing.current();
    };
    focused?.setAttribute("data-mantine-stop-propagation", "true");
    document.addEventListener("keydown", press);
    return () => {
      focused?.removeAttribute("data-mantine-stop-propagation");
      document.removeEventListener("keydown", press);
    };
  }, [opened]);
}
