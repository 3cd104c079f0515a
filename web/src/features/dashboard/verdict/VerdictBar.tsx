/** For whom the data is meant, and in one line whether it passes; the line opens the checks. */
import { Button, Modal, NativeSelect, Text, UnstyledButton } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { ApiError } from "@/api/client";
import { useCatalogue } from "@/api/dataset";
import type { MeasuredView } from "@/api/types";
import { usePreset, useVerdict } from "@/api/verdict";
import { ErrorNotice } from "@/components/ErrorNotice";
import { errorWords } from "@/components/errorWords";
import { Icon } from "@/components/Icon";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useChoosePreset } from "./api";
import { Checks } from "./Checks";
import { PresetDialog } from "./PresetDialog";
import { Mark, StatusMark } from "./StatusMark";
import classes from "./Verdict.module.css";

export function VerdictBar({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const { data: catalogue } = useCatalogue();
  const preset = usePreset(view);
  const choose = useChoosePreset(view.id);
  const [editing, edit] = useState(false);
  return (
    <section className={classes.bar} aria-label={t("verdict.title")}>
      <label className={classes.purpose}>
        <span>{t("verdict.meantFor")}</span>
        <NativeSelect
          size="xs"
          className={classes.select}
          title={preset?.explanation}
          value={view.preset}
          disabled={choose.isPending}
          data={(catalogue?.presets ?? []).map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(event) => choose.mutate(event.currentTarget.value)}
        />
      </label>
      <Term name="preset" />
      {preset && (
        <Button size="compact-sm" variant="subtle" aria-haspopup="dialog" onClick={() => edit(true)}>
          {t("verdict.limits")}
        </Button>
      )}
      <VerdictLine view={view} />
      <ErrorNotice error={choose.error} onClose={choose.reset} />
      {preset && <PresetDialog key={preset.name} opened={editing} preset={preset} onClose={() => edit(false)} onChoose={choose.mutate} />}
    </section>
  );
}

export function VerdictLine({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const query = useVerdict(view);
  const [opened, open] = useState(false);
  const verdict = query.data;
  if (query.error && !verdict) return <Unchecked error={query.error} onRetry={() => void query.refetch()} />;
  if (!verdict) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t("verdict.checking")}
      </Text>
    );
  }
  return (
    <>
      <UnstyledButton
        className={classes.line}
        aria-haspopup="dialog"
        aria-busy={query.isPlaceholderData}
        data-old={query.isPlaceholderData || undefined}
        onClick={() => open(true)}
      >
        <StatusMark status={verdict.status} />
        <span className={classes.words} title={verdict.words}>
          {verdict.words}
        </span>
        <span className={classes.more}>
          {t("verdict.show")} <Icon name="chevron" size={13} />
        </span>
      </UnstyledButton>
      <Modal
        opened={opened}
        onClose={() => open(false)}
        size={720}
        title={<Text component="span" fw={600}>{t("verdict.checksFor", { title: verdict.title })}</Text>}
        closeButtonProps={{ "aria-label": t("errors.close") }}
      >
        <Checks view={view} verdict={verdict} onLeave={() => open(false)} />
      </Modal>
    </>
  );
}

/** Why nothing was checked, in one line, so that the page keeps its shape; the line opens what helps. */
function Unchecked({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement | null {
  const { t } = useLanguage();
  const [opened, open] = useState(false);
  const { message } = errorWords(error, t);
  if (error instanceof ApiError && error.isConflict) return null;
  return (
    <>
      <UnstyledButton className={classes.line} aria-haspopup="dialog" onClick={() => open(true)}>
        <Mark status="fail">{t("verdict.unchecked")}</Mark>
        <span className={classes.words} title={message}>
          {message}
        </span>
        <span className={classes.more}>
          {t("verdict.solve")} <Icon name="chevron" size={13} />
        </span>
      </UnstyledButton>
      <Modal opened={opened} onClose={() => open(false)} title={t("verdict.unchecked")} closeButtonProps={{ "aria-label": t("errors.close") }}>
        <ErrorNotice error={error} onRetry={onRetry} />
      </Modal>
    </>
  );
}
