/** Does a release, or what was joined, hold k, l and t? Which groups fail, and by which column? */
import { NativeSelect, NumberInput, Table, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useCheck } from "../api";
import type { Check, CheckRequest } from "../types";
import { useKeptState } from "../useKeptState";
import type { Linking } from "../useLinking";
import verdict from "../whatif/WhatIf.module.css";
import classes from "./Check.module.css";

interface Wanted {
  source: number | null;
  k: number;
  l: number | null;
  t: number | null;
}

const START: Wanted = { source: null, k: 2, l: 2, t: null };

export function CheckTab({ linking }: { linking: Linking }): ReactElement {
  const [wanted, want] = useKeptState<Wanted>(`linked ${linking.datasets.join()}`, "check", START);
  const [settled] = useDebouncedValue(wanted, 250);
  const { data, error, refetch, isPlaceholderData } = useCheck({ ...linking.asked, ...settled } satisfies CheckRequest, true);
  return (
    <div className={classes.tab}>
      <Form linking={linking} wanted={wanted} onChange={want} />
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : data ? <Result found={data} busy={isPlaceholderData} wanted={wanted} /> : <Loading />}
    </div>
  );
}

interface FormProps {
  linking: Linking;
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}

function Form({ linking, wanted, onChange }: FormProps): ReactElement {
  const { t } = useLanguage();
  const number = (value: number | string): number | null => (typeof value === "number" ? value : null);
  return (
    <div className={classes.form}>
      <NativeSelect
        size="xs"
        label={t("linked.check.title")}
        value={String(wanted.source ?? "")}
        data={[
          { value: "", label: t("linked.check.joined") },
          ...linking.proposal.sources.map((one) => ({ value: String(one.number), label: `${one.number} · ${one.name}` })),
        ]}
        onChange={(event) => onChange({ ...wanted, source: Number(event.currentTarget.value) || null })}
      />
      <NumberInput size="xs" w={150} label={t("linked.check.k")} min={1} allowDecimal={false} value={wanted.k} onChange={(k) => typeof k === "number" && k >= 1 && onChange({ ...wanted, k })} />
      <NumberInput size="xs" w={150} label={t("linked.check.l")} placeholder={t("linked.check.any")} min={1} allowDecimal={false} value={wanted.l ?? ""} onChange={(l) => onChange({ ...wanted, l: number(l) })} />
      <NumberInput size="xs" w={120} label={t("linked.check.t")} placeholder={t("linked.check.any")} min={0} max={1} step={0.05} decimalScale={3} value={wanted.t ?? ""} onChange={(value) => onChange({ ...wanted, t: number(value) })} />
    </div>
  );
}

function Result({ found, busy, wanted }: { found: Check; busy: boolean; wanted: Wanted }): ReactElement {
  const { t, format } = useLanguage();
  const distance = useDistance();
  return (
    <div className={classes.result} aria-busy={busy}>
      <div className={classes.summary}>
        <div className={verdict.badge} data-kind={found.holds ? "safe" : "breach"} role="status">
          <Icon name={found.holds ? "check" : "alert"} size={18} />
          {t(found.holds ? "linked.check.holds" : "linked.check.fails")}
          <span className={classes.figures}>
            {[`k = ${format.number(found.k)}`, found.l === null ? "" : `l = ${format.number(found.l)}`, found.t === null ? "" : `t = ${distance(found.t)}`].filter(Boolean).join(" · ")}
          </span>
        </div>
        <Text size="sm">
          {t("linked.check.told", { rows: format.number(found.rows), classes: format.number(found.classes), k: format.number(found.k) })}{" "}
          {found.failing_count
            ? `${t("linked.check.failing", { count: found.failing_count })} (${t("linked.check.failingRows", { count: found.failing_rows })}).`
            : ""}
        </Text>
        <Attributes found={found} wanted={wanted} />
      </div>
      {found.failing_classes.length ? <Groups found={found} /> : null}
    </div>
  );
}

/** A distance as the language writes it. */
function useDistance(): (value: number) => string {
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  return (value) => format.format(value);
}

function Attributes({ found, wanted }: { found: Check; wanted: Wanted }): ReactElement {
  const { t, format } = useLanguage();
  const distance = useDistance();
  if (!found.attributes.length) {
    return (
      <Text size="sm" c="dimmed">
        {t("linked.check.noSensitive")}
      </Text>
    );
  }
  const asked = ({ holds }: { holds: boolean }): string => t(holds ? "linked.check.holds" : "linked.check.fails");
  return (
    <Table className={classes.table} aria-label={t("linked.check.attributes")} verticalSpacing={3}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("linked.check.attribute")}</Table.Th>
          <Table.Th scope="col">l{wanted.l === null ? "" : ` ≥ ${wanted.l}`}</Table.Th>
          <Table.Th scope="col">t{wanted.t === null ? "" : ` ≤ ${wanted.t}`}</Table.Th>
          <Table.Th scope="col">{t("linked.check.result")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {found.attributes.map((one) => (
          <Table.Tr key={one.attribute}>
            <Table.Th scope="row">{one.attribute}</Table.Th>
            <Table.Td>{format.number(one.l)}</Table.Td>
            <Table.Td>{distance(one.t)}</Table.Td>
            <Table.Td data-fails={!one.holds || undefined}>
              {asked(one)}
              {one.failing_classes ? `: ${t("linked.check.failing", { count: one.failing_classes })}` : ""}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What scrolls must be reachable with the keyboard. */
const FOCUSABLE = { tabIndex: 0 };

function Groups({ found }: { found: Check }): ReactElement {
  const { t, format } = useLanguage();
  const distance = useDistance();
  return (
    <section className={classes.groups} aria-labelledby="groups">
      <h3 id="groups" className={classes.title}>
        {t("linked.check.groups")}
      </h3>
      <div className={classes.scroll} role="group" aria-labelledby="groups" {...FOCUSABLE}>
        <Table className={classes.table} aria-labelledby="groups" verticalSpacing={2} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("linked.check.group")}</Table.Th>
              <Table.Th scope="col">{t("linked.check.rows")}</Table.Th>
              <Table.Th scope="col">l</Table.Th>
              <Table.Th scope="col">t</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.failing_classes.map((group) => (
              <Table.Tr key={JSON.stringify(group.values)}>
                <Table.Th scope="row" fw={400}>
                  {Object.entries(group.values)
                    .map(([name, value]) => `${name} = ${value}`)
                    .join(", ")}
                </Table.Th>
                <Table.Td>{format.number(group.size)}</Table.Td>
                <Table.Td>{group.l ?? "–"}</Table.Td>
                <Table.Td>{group.t === null ? "–" : distance(group.t)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
