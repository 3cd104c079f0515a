/** For each sensitive attribute what protects it and why; another model or number is set here, also while k is 1. */
import { Badge, Button, Modal, NativeSelect, NumberInput, Stack, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { useCatalogue, useDecide } from "@/api/dataset";
import type { MeasuredView, ProtectionView } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { Terms } from "@/components/Terms";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Protections.module.css";

/** What a secret is protected against. */
const TERMS = ["attribute", "homogeneity", "skewness", "negative", "background"] as const;

interface DialogProps {
  opened: boolean;
  view: MeasuredView;
  onClose: () => void;
}

export function ProtectionsDialog({ opened, view, onClose }: DialogProps): ReactElement {
  const { t } = useLanguage();
  const sensitive = view.attributes.filter(({ role }) => role === "sensitive");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={680}
      title={<Text component="span" fw={600}>{t("dashboard.protections.dialog")}</Text>}
      closeButtonProps={{ "aria-label": t("errors.close") }}
    >
      <Stack gap="sm">
        <Text size="sm">{t("dashboard.protections.lesson")}</Text>
        <Terms names={TERMS} />
        <ul className={classes.list}>
          {sensitive.map(({ name }) => {
            const now = view.protections.find(({ attribute }) => attribute === name);
            return (
              <li key={`${name} ${now?.model ?? ""} ${now?.threshold ?? ""}`} className={classes.attribute}>
                <Attribute view={view} name={name} now={now} />
              </li>
            );
          })}
        </ul>
      </Stack>
    </Modal>
  );
}

interface AttributeProps {
  view: MeasuredView;
  name: string;
  now: ProtectionView | undefined;
}

function Attribute({ view, name, now }: AttributeProps): ReactElement {
  const { t } = useLanguage();
  const { data } = useCatalogue();
  const decide = useDecide(view.id);
  const [model, setModel] = useState(now?.model ?? "");
  const [threshold, setThreshold] = useState<number | "">(now?.threshold ?? "");
  // k and the like are asked of the whole table, everything else of one attribute.
  const models = (data?.promises ?? []).filter(({ name: known, about }) => known !== "k_anonymity" && about !== "release");
  const chosen = models.find((promise) => promise.name === model);
  const changed = model !== (now?.model ?? "") || threshold !== (now?.threshold ?? "");
  function pick(next: string): void {
    setModel(next);
    const letter = models.find((promise) => promise.name === next)?.letter;
    if (next === now?.model) setThreshold(now.threshold);
    else setThreshold(letter === "l" ? 2 : letter === "t" ? 0.5 : "");
  }
  return (
    <>
      <div className={classes.head}>
        <strong>{name}</strong>
        {now && (
          <Badge size="sm" variant="default" tt="none">
            {t(now.chosen ? "dashboard.protections.chosen" : "dashboard.protections.default")}
          </Badge>
        )}
      </div>
      <Text size="xs" className={classes.reason}>
        {now ? capital(now.reason) : t("dashboard.protections.open")}
      </Text>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          decide.mutate({ kind: "protect", attribute: name, model: model || null, ...(model && threshold !== "" ? { threshold } : {}) });
        }}
      >
        <NativeSelect
          size="xs"
          aria-label={t("dashboard.protections.model", { name })}
          value={model}
          data={[{ value: "", label: t("dashboard.protections.none") }, ...models.map((promise) => ({ value: promise.name, label: promise.title }))]}
          onChange={(event) => pick(event.currentTarget.value)}
        />
        <NumberInput
          size="xs"
          w={130}
          aria-label={t("dashboard.protections.threshold", { name })}
          prefix={chosen ? `${chosen.letter ?? ""} ${chosen.bound === "at_least" ? "≥" : "≤"} ` : ""}
          min={0}
          step={chosen?.letter === "l" ? 1 : 0.05}
          disabled={!chosen}
          value={threshold}
          onChange={(value) => setThreshold(typeof value === "number" ? value : "")}
        />
        <Button size="xs" type="submit" aria-label={t("dashboard.protections.applyTo", { name })} loading={decide.isPending} disabled={!changed || (model !== "" && threshold === "")}>
          {t("dashboard.protections.apply")}
        </Button>
      </form>
      {chosen && (
        <Text size="xs" c="dimmed">
          {chosen.explanation}
        </Text>
      )}
      <ChangeError change={decide} />
    </>
  );
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
