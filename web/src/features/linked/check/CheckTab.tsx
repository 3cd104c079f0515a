/** Does a release, or what was joined, hold k, l and t? Which groups fail, and by which column? */
import { NativeSelect, Table, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { FOCUSABLE } from "@/components/focusable";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useCheck } from "../api";
import type { Check, CheckRequest } from "@/api/types";
import { useCachedInput } from "@/api/useCachedState";
import type { Linking } from "../useLinking";
import classes from "@/components/linking/Check.module.css";
import { FailingGroups } from "@/components/linking/FailingGroups";
import { Holds } from "@/components/linking/CheckBadge";
import { LimitFields, type Limits } from "@/components/linking/LimitFields";
import { useDistance } from "@/components/linking/useDistance";

interface Wanted extends Limits {
  source: number | null;
}

const START: Wanted = { source: null, k: 2, l: 2, t: null };

export function CheckTab({ linking }: { linking: Linking }): ReactElement {
  const [wanted, want] = useCachedInput<Wanted>(`linked ${linking.datasets.join()}`, "check", START);
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
      <LimitFields limits={wanted} onChange={(changed) => onChange({ ...wanted, ...changed })} />
    </div>
  );
}

function Result({ found, busy, wanted }: { found: Check; busy: boolean; wanted: Wanted }): ReactElement {
  const { t, format } = useLanguage();
  return (
    <div className={classes.result} aria-busy={busy}>
      <div className={classes.summary}>
        <Holds found={found} />
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

function Groups({ found }: { found: Check }): ReactElement {
  const { t } = useLanguage();
  return (
    <section className={classes.groups} aria-labelledby="groups">
      <h3 id="groups" className={classes.title}>
        {t("linked.check.groups")}
      </h3>
      <div className={classes.scroll} role="group" aria-labelledby="groups" {...FOCUSABLE}>
        <FailingGroups groups={found.failing_classes} sticky />
      </div>
    </section>
  );
}
