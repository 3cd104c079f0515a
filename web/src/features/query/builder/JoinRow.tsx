/** One join: which table, which of its rows, and the columns that go together. */
import { ActionIcon, Button, NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { MatchCondition, QueryJoinKind, QueryTable } from "@/api/types";
import classes from "./Build.module.css";
import { CellChoice, changed } from "./Choice";
import { columnsOf, CONDITIONS, KINDS, MOST, proposePair, type Cell, type JoinDraft, type PairDraft } from "./draft";

interface Props {
  number: number;
  join: JoinDraft;
  /** The columns of the tables before it. */
  known: readonly Cell[];
  tables: readonly QueryTable[];
  onChange: (join: JoinDraft | null) => void;
  onTable: (table: string) => void;
}

export function JoinRow({ number, join, known, tables, onChange, onTable }: Props): ReactElement {
  const { t } = useLanguage();
  const columns = columnsOf(tables, join.table);
  const further = proposePair(known, columns);
  return (
    <div className={classes.join}>
      <div className={classes.line}>
        <NativeSelect
          size="xs"
          aria-label={t("query.build.kind", { number })}
          value={join.kind}
          data={KINDS.map((kind) => ({ value: kind, label: t(`query.build.kinds.${kind}`) }))}
          onChange={(event) => onChange({ ...join, kind: event.currentTarget.value as QueryJoinKind })}
        />
        <NativeSelect
          size="xs"
          aria-label={t("query.build.joined", { number })}
          value={join.table}
          data={tables.map(({ name }) => name)}
          onChange={(event) => onTable(event.currentTarget.value)}
        />
        {join.alias === join.table ? null : <span className={classes.word}>{t("query.build.as", { alias: join.alias })}</span>}
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={!further || join.pairs.length >= MOST.pairs}
          onClick={() => further && onChange({ ...join, pairs: [...join.pairs, further] })}
        >
          {t("query.build.addPair")}
        </Button>
        <Remove label={t("query.build.removeJoin", { number })} onClick={() => onChange(null)} />
      </div>
      {join.pairs.map((pair, place) => (
        <PairRow
          key={place}
          name={`${number}.${place + 1}`}
          first={place === 0}
          pair={pair}
          known={known}
          columns={columns}
          onChange={(next) => onChange({ ...join, pairs: changed(join.pairs, place, next) })}
          removable={join.pairs.length > 1}
        />
      ))}
    </div>
  );
}

interface PairRowProps {
  name: string;
  first: boolean;
  pair: PairDraft;
  known: readonly Cell[];
  columns: readonly string[];
  removable: boolean;
  onChange: (pair: PairDraft | null) => void;
}

function PairRow({ name, first, pair, known, columns, removable, onChange }: PairRowProps): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.line}>
      <span className={classes.word}>{t(first ? "query.build.on" : "query.build.and")}</span>
      <CellChoice label={t("query.build.left", { name })} cell={pair.left} known={known} onChange={(left) => onChange({ ...pair, left })} />
      <NativeSelect
        size="xs"
        aria-label={t("query.build.condition", { name })}
        value={pair.condition}
        data={CONDITIONS.map((one) => ({ value: one, label: t(`query.build.conditions.${one}`) }))}
        onChange={(event) => onChange({ ...pair, condition: event.currentTarget.value as MatchCondition })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("query.build.right", { name })}
        value={pair.right}
        data={[...columns]}
        onChange={(event) => onChange({ ...pair, right: event.currentTarget.value })}
      />
      {removable ? <Remove label={t("query.build.removePair", { name })} onClick={() => onChange(null)} /> : null}
    </div>
  );
}

export function Remove({ label, onClick }: { label: string; onClick: () => void }): ReactElement {
  return (
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <Icon name="close" size={14} />
    </ActionIcon>
  );
}
