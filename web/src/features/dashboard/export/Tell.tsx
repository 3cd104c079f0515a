/** What to tell whoever asks about a release: the facts of its verdict, word by word, and what was decided. */
import { Button, CopyButton, Group, List, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import type { MeasuredView, Verdict } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Export.module.css";

interface TellProps {
  view: MeasuredView;
  verdict: Verdict;
}

export function Tell({ view, verdict }: TellProps): ReactElement {
  const { t } = useLanguage();
  const facts = useFacts(verdict);
  const decided = view.decisions.filter(({ active, void: idle }) => active && !idle).map(({ text }) => text);
  const open = verdict.checks.filter(({ status }) => status !== "pass").map(({ title, words }) => `${title}: ${words}`);
  const parts: [string, readonly string[]][] = [
    [t("journey.take.tellIntro"), facts],
    ...(open.length ? [[t("journey.take.open"), open] as [string, readonly string[]]] : []),
    [t("journey.take.decided"), decided.length ? decided : [t("journey.take.nothing")]],
  ];
  const note = parts.map(([head, lines]) => [head, ...lines.map((line) => `- ${line}`)].join("\n")).join("\n\n");
  return (
    <section className={classes.tell} aria-label={t("journey.take.tell")}>
      <Title order={2} size="h4">
        {t("journey.take.tell")}
      </Title>
      {parts.map(([head, lines]) => (
        <div key={head}>
          <Text fw={600}>{head}</Text>
          <List spacing={2}>
            {lines.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </div>
      ))}
      <Group gap="xs">
        <CopyButton value={note}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? "journey.take.copied" : "journey.take.copy")}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(note)}`}
          download={t("journey.take.noteName", { name: view.name.replace(/\.[^.]+$/u, "") })}
        >
          {t("journey.take.note")}
        </Button>
      </Group>
    </section>
  );
}

/** Only what the verdict itself says. */
function useFacts(verdict: Verdict): string[] {
  const { t } = useLanguage();
  return [
    t("journey.take.goal", { title: verdict.title }),
    t("journey.take.published", { count: verdict.rows }),
    ...(verdict.persons == null ? [] : [t("journey.take.people", { count: verdict.persons })]),
    ...verdict.checks.filter(({ status }) => status === "pass").map(({ title, words }) => `${title}: ${words}`),
  ];
}
