/** The joined rows, those that match first and marked; only what is in sight is drawn and fetched. */
import { Text } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, type CSSProperties, type ReactElement } from "react";
import { FOCUSABLE } from "@/components/focusable";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { PAGE, useRowsInSight } from "../api";
import type { JoinedRows, LinkRequest, MarkedRow } from "@/api/types";
import classes from "@/components/linking/JoinedGrid.module.css";

const ROW = 26;
/** Browsers draw nothing beyond some ten million pixels. */
const MOST = 600_000;
const LETTER = 7.2;

interface Props {
  first: JoinedRows;
  asked: LinkRequest;
  know: Record<string, string>;
}

export function JoinedGrid({ first, asked, know }: Props): ReactElement {
  const { t, format } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const count = Math.min(first.total, MOST);
  const rows = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 8 });
  const inSight = rows.getVirtualItems();
  const loaded = useRowsInSight(asked, know, pagesOf(inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0));
  const widths = columnWidths(first);
  const look = { gridTemplateColumns: widths.map((width) => `${width}px`).join(" "), width: widths.reduce((sum, width) => sum + width, 0) };
  return (
    <div className={classes.pane}>
      <div className={classes.toolbar}>
        <strong>{t("linked.grid.title")}</strong>
        <span>
          {first.matching === null
            ? t("linked.grid.countsUnknown", { total: format.number(first.total) })
            : t("linked.grid.counts", { matching: format.number(first.matching), total: format.number(first.total) })}
        </span>
        {first.matching ? <span className={classes.legend}>{t("linked.grid.first")}</span> : null}
      </div>
      <div
        ref={scroller}
        role="table"
        {...FOCUSABLE}
        className={classes.scroll}
        aria-label={t("linked.grid.title")}
        aria-rowcount={first.total + 1}
        aria-colcount={first.columns.length + 1}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.row} style={look}>
            <div role="columnheader" className={classes.lead}>
              {t("linked.grid.row")}
            </div>
            {first.columns.map((label) => (
              <div key={label} role="columnheader" className={classes.cell} title={label}>
                {label}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ position: "relative", height: rows.getTotalSize(), width: look.width }}>
          {inSight.map(({ index, start }) => (
            <GridRow key={index} index={index} row={loaded.get(index) ?? (index < PAGE ? first.rows[index] : undefined)} style={{ ...look, transform: `translateY(${start}px)` }} columns={first.columns} />
          ))}
        </div>
      </div>
      {first.total === 0 ? (
        <Text size="sm" c="dimmed" p="sm">
          {t("linked.grid.none")}
        </Text>
      ) : null}
      {first.total > MOST ? (
        <Text size="xs" c="dimmed" px={8}>
          {t("linked.grid.most", { count: MOST })}
        </Text>
      ) : null}
    </div>
  );
}

interface GridRowProps {
  index: number;
  row: MarkedRow | undefined;
  columns: readonly string[];
  style: CSSProperties;
}

function GridRow({ index, row, columns, style }: GridRowProps): ReactElement {
  const { t, format } = useLanguage();
  return (
    <div role="row" aria-rowindex={index + 2} aria-busy={!row} className={`${classes.row} ${classes.body}`} data-matches={row?.matches === true ? true : undefined} style={{ ...style, height: ROW }}>
      <div role="rowheader" className={classes.lead}>
        {row?.matches ? (
          <span className={classes.mark} role="img" aria-label={t("linked.grid.match")}>
            <Icon name="check" size={12} />
          </span>
        ) : null}
        {format.number(index + 1)}
      </div>
      {columns.map((label, place) => (
        <div key={label} role="cell" className={classes.cell} title={row?.cells[place] ?? undefined}>
          {row ? (row.cells[place] ?? <em>{t("linked.grid.missing")}</em>) : "…"}
        </div>
      ))}
    </div>
  );
}

function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(first / PAGE);
  return Array.from({ length: Math.floor(last / PAGE) - from + 1 }, (_, index) => from + index);
}

/** Wide enough for the header and for what the first rows hold, within reason; the number leads. */
function columnWidths({ columns, rows }: JoinedRows): number[] {
  const widths = columns.map((label, place) => {
    const longest = Math.max(label.length, ...rows.slice(0, 50).map(({ cells }) => cells[place]?.length ?? 0));
    return Math.round(Math.min(Math.max(longest * LETTER + 22, 76), 220));
  });
  return [70, ...widths];
}
