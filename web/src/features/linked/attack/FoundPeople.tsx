/** Everybody on the list, the easiest to find first, a page at a time, and what is learnt about each. */
import { ActionIcon, Button, NativeSelect, Table, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { Attack, Person } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { FOCUSABLE } from "@/components/focusable";
import { Icon } from "@/components/Icon";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { fileAddress, PAGE, usePeople, type Kind } from "./api";
import classes from "./Attack.module.css";
import { RowsAbout } from "./RowsAbout";

const KINDS = ["certain", "probable", "unmatched"] as const;

export function FoundPeople({ id, attack }: { id: string; attack: Attack }): ReactElement {
  const { t } = useLanguage();
  const [found, setFound] = useState<Kind | null>(null);
  const [page, setPage] = useState(0);
  const [asked, ask] = useState<Person | null>(null);
  const { data, error, refetch } = usePeople(id, page, found);
  const choose = (kind: Kind | null): void => {
    setFound(kind);
    setPage(0);
  };
  return (
    <div className={classes.people}>
      <div className={classes.toolbar}>
        <Filter attack={attack} found={found} onChange={choose} />
        {data ? <Pages total={data.total} page={page} onGo={setPage} /> : null}
        <Button size="compact-xs" variant="default" component="a" href={fileAddress(id)} download="attack.csv" leftSection={<Icon name="download" size={13} />}>
          {t("attack.export")}
        </Button>
      </div>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? data.people.length ? <People columns={data.columns} people={data.people} onAsk={ask} /> : <Text size="sm">{t("attack.nobody")}</Text> : <Loading />}
      <RowsAbout id={id} person={asked} onClose={() => ask(null)} />
    </div>
  );
}

function Filter({ attack, found, onChange }: { attack: Attack; found: Kind | null; onChange: (kind: Kind | null) => void }): ReactElement {
  const { t, format } = useLanguage();
  const { certain, matched, people } = attack;
  const counts = { certain, probable: matched - certain, unmatched: people.rows - matched };
  const names = { certain: "onlyCertain", probable: "onlyProbable", unmatched: "onlyUnmatched" } as const;
  return (
    <NativeSelect
      size="xs"
      aria-label={t("attack.show")}
      value={found ?? ""}
      data={[
        { value: "", label: t("attack.all", { count: format.number(people.rows) }) },
        ...KINDS.map((kind) => ({ value: kind, label: t(`attack.${names[kind]}`, { count: format.number(counts[kind]) }) })),
      ]}
      onChange={(event) => onChange(KINDS.find((kind) => kind === event.currentTarget.value) ?? null)}
    />
  );
}

function Pages({ total, page, onGo }: { total: number; page: number; onGo: (page: number) => void }): ReactElement {
  const { t, format } = useLanguage();
  const [from, to] = [Math.min(page * PAGE + 1, total), Math.min((page + 1) * PAGE, total)];
  return (
    <span className={classes.pages}>
      <ActionIcon size="sm" variant="default" aria-label={t("attack.earlier")} aria-disabled={page === 0} onClick={() => page > 0 && onGo(page - 1)}>
        <span className={classes.back}>
          <Icon name="chevron" size={14} />
        </span>
      </ActionIcon>
      <Text size="xs" className="numeric" role="status">
        {t("attack.page", { from: format.number(from), to: format.number(to), total: format.number(total) })}
      </Text>
      <ActionIcon size="sm" variant="default" aria-label={t("attack.later")} aria-disabled={to >= total} onClick={() => to < total && onGo(page + 1)}>
        <Icon name="chevron" size={14} />
      </ActionIcon>
    </span>
  );
}

interface PeopleProps {
  columns: readonly string[];
  people: readonly Person[];
  onAsk: (person: Person) => void;
}

/** What the list says first, the figures, and what else it says: so both are in sight in a narrow window. */
function People({ columns: [first, ...others], people, onAsk }: PeopleProps): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.scroll} role="group" aria-label={t("attack.list")} {...FOCUSABLE}>
      <Table className={classes.table} aria-label={t("attack.list")} verticalSpacing={2} horizontalSpacing={8} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{first}</Table.Th>
            <Table.Th scope="col" className={classes.number}>
              {t("attack.probability")}
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              {t("attack.candidates")}
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              {t("attack.rows")}
            </Table.Th>
            {others.map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((one, place) => (
            <PersonRow key={`${place} ${one.person}`} one={one} onAsk={onAsk} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function PersonRow({ one, onAsk }: { one: Person; onAsk: (person: Person) => void }): ReactElement {
  const { t, format } = useLanguage();
  const { candidates, probability, rows } = one;
  const [first, ...others] = one.cells.map((cell, place) => <Table.Td key={place}>{cell ?? <em>{t("attack.missing")}</em>}</Table.Td>);
  return (
    <Table.Tr data-kind={candidates === 1 ? "certain" : undefined}>
      {first}
      <Table.Td className={classes.number}>{candidates === 1 ? t("attack.certain") : candidates ? format.percent(100 * probability) : t("attack.unmatched")}</Table.Td>
      <Table.Td className={classes.number}>{candidates ? format.number(candidates) : ""}</Table.Td>
      <Table.Td className={classes.number}>{rows ? format.number(rows) : ""}</Table.Td>
      {others}
      <Table.Td>
        {rows ? (
          <Button size="compact-xs" variant="default" aria-label={t("attack.learnAbout", { person: personName(one) })} onClick={() => onAsk(one)}>
            {t("attack.learn")}
          </Button>
        ) : null}
      </Table.Td>
    </Table.Tr>
  );
}

/** The first thing that the list says of somebody, most often a name. */
export function personName({ cells }: Person): string {
  return cells.find((cell) => cell !== null) ?? "?";
}
