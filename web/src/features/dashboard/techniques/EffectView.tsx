/** What a technique would do: in words, in figures before and after, and value by value. */
import { List, Table, Text, VisuallyHidden } from "@mantine/core";
import type { ReactElement } from "react";
import type { StepEffect, TechniqueEffects } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./TechniquesTab.module.css";

const GAUGES = ["average_risk", "highest_risk"] as const;

export function EffectView({ effects }: { effects: TechniqueEffects }): ReactElement {
  const { t } = useLanguage();
  const { journalist_risk: people } = effects;
  return (
    <section aria-label={t("techniques.effect")}>
      <List size="sm">
        {effects.techniques.flatMap(({ explanation }) => explanation).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <div className={classes.tables}>
        <Risks effects={effects} />
        {effects.techniques.map((step) => (
          <Figures key={step.name} step={step} />
        ))}
      </div>
      {people ? (
        <>
          <Text fw={600} size="sm" mt="xs">
            {t("techniques.people")}
          </Text>
          <List size="sm">
            {people.explanation.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </>
      ) : null}
    </section>
  );
}

interface RowProps {
  name: string;
  before: string;
  after: string;
}

function Row({ name, before, after }: RowProps): ReactElement {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {name}
      </Table.Th>
      <Table.Td>{before}</Table.Td>
      <Table.Td>{after}</Table.Td>
    </Table.Tr>
  );
}

function Change({ title, children }: { title: string; children: ReactElement | (ReactElement | null)[] }): ReactElement {
  const { t } = useLanguage();
  return (
    <div>
      <Text fw={600} size="sm">
        {title}
      </Text>
      <Table fz="sm" verticalSpacing={3} className="numeric" aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">{t("techniques.before")}</Table.Th>
            <Table.Th scope="col">{t("techniques.after")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}

/** The risks of the raw values, before and after. */
function Risks({ effects: { before, after, techniques } }: { effects: TechniqueEffects }): ReactElement | null {
  const { t, format } = useLanguage();
  if (!before || !after) return null;
  return (
    <div>
      <Change title={t("techniques.risks")}>
        {[
          <Row key="rows" name={t("techniques.rows")} before={format.number(before.rows)} after={format.number(after.rows)} />,
          ...GAUGES.map((name) => (
            <Row key={name} name={t(`dashboard.gauges.${name}`)} before={format.percent(before[name])} after={format.percent(after[name])} />
          )),
          <Row key="uniques" name={t("techniques.uniques")} before={format.number(before.uniques)} after={format.number(after.uniques)} />,
        ]}
      </Change>
      {techniques.some(({ column }) => column !== null) ? (
        <Text size="xs" c="dimmed" mt={4}>
          {t("techniques.honest")}
        </Text>
      ) : null}
    </div>
  );
}

/** A column before and after: its mean and spread where it has numbers, and how often its values occur. */
function Figures({ step }: { step: StepEffect }): ReactElement | null {
  const { t, format } = useLanguage();
  if (step.column === null) return null;
  const { before, after, correlation } = step;
  return (
    <div>
      {before && after ? (
        <Change title={step.column}>
          <Row name={t("techniques.mean")} before={format.decimal(before.mean, 2)} after={format.decimal(after.mean, 2)} />
          <Row name={t("techniques.deviation")} before={format.decimal(before.deviation, 2)} after={format.decimal(after.deviation, 2)} />
        </Change>
      ) : null}
      {correlation === null ? null : (
        <Text size="sm">
          {t("techniques.correlation")}: {format.decimal(correlation, 3)}
        </Text>
      )}
      <Bars step={step} />
    </div>
  );
}

/** Two bars for each value or range; the numbers are there for those who do not see them. */
function Bars({ step: { column, bars } }: { step: StepEffect }): ReactElement {
  const { t, format } = useLanguage();
  const most = Math.max(1, ...bars.flatMap(({ before, after }) => [before, after]));
  const width = (rows: number): string => `${(100 * rows) / most}%`;
  return (
    <>
      <div className={classes.legend} aria-hidden="true">
        <span>
          <span className={classes.before} /> {t("techniques.before")}
        </span>
        <span>
          <span className={classes.after} /> {t("techniques.after")}
        </span>
      </div>
      <ul className={classes.bars} aria-label={`${column ?? ""}: ${t("techniques.values")}`}>
        {bars.map(({ label, before, after }) => (
          <li key={label}>
            <span className={classes.label} title={label} aria-hidden="true">
              {label}
            </span>
            <span className={classes.pair} aria-hidden="true">
              <span className={classes.before} style={{ width: width(before) }} />
              <span className={classes.after} style={{ width: width(after) }} />
            </span>
            <VisuallyHidden>{t("techniques.valueRow", { label, before: format.number(before), after: format.number(after) })}</VisuallyHidden>
          </li>
        ))}
      </ul>
    </>
  );
}
