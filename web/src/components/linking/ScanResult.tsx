/** What a scan found: growth with what is known, each fact alone, and the worst combinations. */
import { Button, NativeSelect, Table, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { EmptyState } from "../EmptyState";
import { FOCUSABLE } from "../focusable";
import { PersonWarning } from "../PersonWarning";
import { Terms } from "../Terms";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Exposure, Fact, Finding, Scan } from "@/api/types";
import classes from "./Scan.module.css";

interface Props {
  scan: Scan;
  onTry: (facts: Fact[]) => void;
}

export function ScanResult({ scan, onTry }: Props): ReactElement {
  const { t, format } = useLanguage();
  const [source, setSource] = useState(1);
  const { tried, breached, certain } = scan;
  // Nobody found among no rows is not the same as nobody at risk.
  if (scan.joined_rows === 0) return <EmptyState icon="alert" title={t("linked.scan.noRows")} text={scan.sentences.join(" ")} />;
  return (
    <>
      {scan.warnings.map((warning) => (
        <PersonWarning key={warning} warning={warning} />
      ))}
      <div className={classes.told}>
        <Text size="sm" fw={600} role="status">
          {t("linked.scan.tried", { tried: format.number(tried), breached: format.number(breached), certain: format.number(certain) })}
        </Text>
        {scan.sources.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label={t("linked.scan.whose")}
            value={String(source)}
            data={scan.sources.map(({ number, name, people }) => ({
              value: String(number),
              label: `${t(people === null ? "linked.scan.of" : "linked.scan.ofPeople")} ${number} · ${name}`,
            }))}
            onChange={(event) => setSource(Number(event.currentTarget.value))}
          />
        ) : null}
      </div>
      <div className={classes.result}>
        <div className={classes.charts} role="group" aria-label={t("linked.scan.title")} {...FOCUSABLE}>
          <Growth scan={scan} source={source} />
          <Learned scan={scan} source={source} />
          <Terms names={["attribute", "identity", "membership"]} />
        </div>
        <Worst scan={scan} onTry={onTry} />
      </div>
    </>
  );
}

const part = (exposure: Exposure, source: number): { rows: number; share: number } =>
  exposure.sources.find((one) => one.source === source) ?? { rows: 0, share: 0 };

function Growth({ scan, source }: { scan: Scan; source: number }): ReactElement {
  const { t, format } = useLanguage();
  const { rows, people } = scan.sources[source - 1] ?? { rows: 0, people: null };
  return (
    <section aria-labelledby="growth">
      <h3 id="growth" className={classes.title}>
        {t("linked.scan.growth")}
      </h3>
      <ol className={classes.growth}>
        {scan.growth.map(({ facts, exposed, certain }) => {
          const [likely, sure] = [part(exposed, source), part(certain, source)];
          const name = t("linked.scan.growthStep", {
            facts,
            certain: format.number(sure.rows),
            exposed: format.number(likely.rows),
            rows: format.number(people ?? rows),
          });
          return (
            <li key={facts} title={name}>
              <div className={classes.columnPair} role="img" aria-label={name}>
                <Column share={sure.share} kind="certain" />
                <Column share={likely.share} kind="exposed" />
              </div>
              <span className={classes.step}>{facts}</span>
            </li>
          );
        })}
      </ol>
      <p className={classes.axis}>{t("linked.scan.axis")}</p>
      <p className={classes.legend}>
        <span data-kind="certain">{t("linked.scan.certain")}</span>
        <span data-kind="exposed">{t("linked.scan.exposed")}</span>
      </p>
    </section>
  );
}

function Column({ share, kind }: { share: number; kind: "certain" | "exposed" }): ReactElement {
  const { format } = useLanguage();
  return (
    <div className={classes.column}>
      <span className={classes.percent}>{format.percent(100 * share, 0)}</span>
      <span className={classes.barUp} data-kind={kind} style={{ height: `${100 * share}%` }} />
    </div>
  );
}

function Learned({ scan, source }: { scan: Scan; source: number }): ReactElement {
  const { t, format } = useLanguage();
  const sorted = scan.columns
    .map((one) => ({ ...one, sure: part(one.certain, source).share, likely: part(one.alone, source).share }))
    .sort((one, other) => other.sure - one.sure || other.likely - one.likely);
  return (
    <section aria-labelledby="learned">
      <h3 id="learned" className={classes.title}>
        {t("linked.scan.learned")}
      </h3>
      <ul className={classes.learned}>
        {sorted.map(({ columns, sure, likely }) => {
          const names = named(columns);
          return (
            <li key={columns.join()}>
              <span>
                {sure > 0 ? t("linked.scan.learns", { columns: names, share: format.percent(100 * sure) }) : t("linked.scan.learnsNobody", { columns: names })}
              </span>
              <span className={classes.track}>
                <span data-kind="exposed" style={{ width: `${100 * likely}%` }} />
                <span data-kind="certain" style={{ width: `${100 * sure}%` }} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Columns that were joined are one fact: `age` for `1.age` and `2.age`. */
export function named(columns: readonly string[]): string {
  const bare = new Set(columns.map((label) => label.replace(/^\d+\./, "")));
  return columns.length > 1 && bare.size === 1 ? [...bare].join() : columns.join(", ");
}

function Worst({ scan, onTry }: Props): ReactElement {
  const { t } = useLanguage();
  return (
    <section aria-labelledby="worst" className={classes.worst}>
      <h3 id="worst" className={classes.title}>
        {t("linked.scan.worst")}
      </h3>
      {scan.findings.length ? (
        <div className={classes.scroll} role="group" aria-labelledby="worst" {...FOCUSABLE}>
          <Table className={classes.table} aria-labelledby="worst" verticalSpacing={2} horizontalSpacing={6} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t("linked.scan.know")}</Table.Th>
                <Table.Th scope="col">N</Table.Th>
                <Table.Th scope="col">V</Table.Th>
                <Table.Th scope="col">P</Table.Th>
                <Table.Th scope="col">{t("linked.whatif.rule")}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {scan.findings.map((finding) => (
                <FindingRow key={`${finding.about} ${JSON.stringify(finding.know)}`} finding={finding} onTry={onTry} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      ) : (
        <Text size="sm">{t("linked.scan.safe")}</Text>
      )}
    </section>
  );
}

/** What is known, fact by fact, as a what-if is asked about it. */
function factsOf(know: Finding["know"]): Fact[] {
  return Object.entries(know).map(([column, value]) => ({ column, value }));
}

/** The same to read: of columns of the same name and value one is shown, `zip = 130**` for `1.zip` and `2.zip`. */
export function shownFacts(know: Finding["know"]): Fact[] {
  const facts = factsOf(know);
  const bare = (column: string): string => column.replace(/^\d+\./, "");
  return facts.flatMap((fact, place) => {
    const alike = facts.filter(({ column, value }) => bare(column) === bare(fact.column) && value === fact.value);
    if (alike.length < 2) return [fact];
    return facts.findIndex((one) => one === alike[0]) === place ? [{ ...fact, column: bare(fact.column) }] : [];
  });
}

function FindingRow({ finding, onTry }: { finding: Finding; onTry: Props["onTry"] }): ReactElement {
  const { t, format } = useLanguage();
  const facts = shownFacts(finding.know);
  const words = facts.map(({ column, value }) => `${column} = ${value}`).join(", ");
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.know}>
        {facts.map(({ column, value }) => (
          <span key={column} className={classes.chip}>
            {column} = <strong>{value}</strong>
          </span>
        ))}
      </Table.Th>
      <Table.Td>{format.number(finding.n)}</Table.Td>
      <Table.Td>{format.number(finding.v)}</Table.Td>
      <Table.Td>{format.percent(100 * finding.p)}</Table.Td>
      <Table.Td>{finding.rule}</Table.Td>
      <Table.Td>
        <Button size="compact-xs" variant="default" aria-label={t("linked.scan.tryThis", { know: words })} onClick={() => onTry(factsOf(finding.know))}>
          {t("linked.scan.try")}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
