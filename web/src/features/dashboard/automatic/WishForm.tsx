/** What is asked for: k, how many rows may be left out, the method, and what few need. */
import { Alert, Button, Checkbox, Group, NativeSelect, NumberInput, Progress, Radio, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { Method, UtilityName, Wish } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AutomaticTab.module.css";
import type { Running, Stage } from "./useRunning";

export const METHODS: readonly Method[] = ["optimal", "priority", "priority-greedy"];
const UTILITIES: readonly UtilityName[] = ["precision", "loss", "loss_geometric", "entropy", "discernibility", "class_size"];

/** The choices of the form; the priorities are beside it. */
export type Choices = Required<
  Pick<Wish, "k" | "l" | "diversity" | "t" | "method" | "max_suppression" | "utility" | "suppression">
>;

export const START: Choices = {
  k: 5,
  l: null,
  diversity: "distinct",
  t: null,
  method: "priority",
  max_suppression: 0.05,
  utility: "loss",
  suppression: "strict",
};
const DIVERSITIES: readonly Choices["diversity"][] = ["distinct", "entropy", "recursive"];

interface ChoicesProps {
  choices: Choices;
  onChange: (choices: Choices) => void;
}

export function MethodCards({ choices, onChange }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  return (
    <Radio.Group
      aria-label={t("automatic.method.title")}
      value={choices.method}
      onChange={(method) => onChange({ ...choices, method })}
      className={classes.methods}
    >
      {METHODS.map((method) => (
        <Radio.Card key={method} value={method} className={classes.method}>
          <Radio.Indicator size="xs" />
          <span>
            <strong>{t(`automatic.method.${method}.title`)}</strong>{" "}
            <span className={classes.hint}>{t(`automatic.method.${method}.text`)}</span>
          </span>
        </Radio.Card>
      ))}
    </Radio.Group>
  );
}

export function Numbers({ choices, onChange }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.numbers}>
      <NumberInput
        size="xs"
        label={t("automatic.k")}
        min={2}
        max={100}
        allowDecimal={false}
        clampBehavior="blur"
        value={choices.k}
        onChange={(k) => typeof k === "number" && onChange({ ...choices, k })}
      />
      {choices.method === "optimal" && (
        <NumberInput
          size="xs"
          label={t("automatic.limit")}
          min={0}
          max={100}
          decimalScale={2}
          suffix=" %"
          clampBehavior="blur"
          value={roundShare(choices.max_suppression)}
          onChange={(share) => typeof share === "number" && onChange({ ...choices, max_suppression: share / 100 })}
        />
      )}
    </div>
  );
}

/** 0.07 of the rows is 7 %, not 7.000000000000001 %. */
function roundShare(share: number): number {
  return Math.round(share * 1e6) / 1e4;
}

interface AdvancedProps extends ChoicesProps {
  /** Whether some attribute is sensitive, so that its values can be protected. */
  sensitive: boolean;
}

export function Advanced({ choices, onChange, sensitive }: AdvancedProps): ReactElement | null {
  const { t } = useLanguage();
  if (choices.method === "priority" && !sensitive) return null;
  return (
    <details className={classes.advanced}>
      <summary>{t("automatic.advanced")}</summary>
      {sensitive && <Protections choices={choices} onChange={onChange} />}
      {choices.method === "priority" ? null : choices.method === "optimal" ? (
        <NativeSelect
          size="xs"
          label={t("automatic.utility.title")}
          value={choices.utility}
          data={UTILITIES.map((name) => ({ value: name, label: t(`automatic.utility.${name}`) }))}
          onChange={(event) => onChange({ ...choices, utility: event.currentTarget.value as UtilityName })}
        />
      ) : (
        <>
          <Checkbox
            size="xs"
            label={t("automatic.published")}
            checked={choices.suppression === "published"}
            onChange={(event) => onChange({ ...choices, suppression: event.currentTarget.checked ? "published" : "strict" })}
          />
          {choices.suppression === "published" && (
            <Alert color="red" icon={<Icon name="alert" />} p={6} mt={4} role="alert">
              <Text size="xs" c="var(--mantine-color-error)" fw={600}>
                {t("automatic.publishedWarning")}
              </Text>
            </Alert>
          )}
        </>
      )}
    </details>
  );
}

/** What classes must hold of sensitive values; empty fields leave the protections of the data set. */
function Protections({ choices, onChange }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  const number = (value: number | string): number | null => (typeof value === "number" ? value : null);
  return (
    <div className={classes.protections}>
      <NumberInput
        size="xs"
        label={t("automatic.l")}
        placeholder={t("automatic.asSet")}
        min={1}
        allowDecimal={false}
        value={choices.l ?? ""}
        onChange={(value) => onChange({ ...choices, l: number(value) })}
      />
      <NativeSelect
        size="xs"
        label={t("automatic.diversity.title")}
        disabled={choices.l === null}
        value={choices.diversity}
        data={DIVERSITIES.map((name) => ({ value: name, label: t(`automatic.diversity.${name}`) }))}
        onChange={(event) => onChange({ ...choices, diversity: event.currentTarget.value as Choices["diversity"] })}
      />
      <NumberInput
        size="xs"
        label={t("automatic.t")}
        placeholder={t("automatic.asSet")}
        min={0}
        max={1}
        step={0.05}
        decimalScale={3}
        value={choices.t ?? ""}
        onChange={(value) => onChange({ ...choices, t: number(value) })}
      />
    </div>
  );
}

interface RunBarProps {
  running: Running;
  valid: boolean;
  onRun: () => void;
}

/** Start, then how far it is with a way to stop it, then what went wrong if it did. */
export function RunBar({ running, valid, onRun }: RunBarProps): ReactElement {
  const { t } = useLanguage();
  const { stage } = running;
  if (stage.at === "running") return <RunProgress stage={stage} onCancel={running.cancel} />;
  return (
    <>
      <ErrorNotice error={stage.at === "failed" ? stage.error : null} onClose={running.close} />
      <Button size="compact-md" disabled={!valid} onClick={onRun}>
        {t("automatic.run")}
      </Button>
    </>
  );
}

function RunProgress({ stage, onCancel }: { stage: Extract<Stage, { at: "running" }>; onCancel: () => void }): ReactElement {
  const { t } = useLanguage();
  const open = stage.progress === null;
  return (
    <div>
      <Progress.Root size="lg" radius="xl">
        <Progress.Section
          value={open ? 100 : 100 * (stage.progress ?? 0)}
          animated={open}
          striped={open}
          aria-label={t("automatic.progress")}
        />
      </Progress.Root>
      <Group justify="space-between" wrap="nowrap" mt={4}>
        <Text size="sm" c="dimmed" role="status">
          {stage.step || t("automatic.starting")}
        </Text>
        <Button size="compact-sm" variant="default" disabled={stage.job === null} onClick={onCancel}>
          {t("automatic.cancel")}
        </Button>
      </Group>
    </div>
  );
}
