/** Share of rows by risk, as bars or, for those who prefer figures, as a table. */
import { Button, Table } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { Bucket } from "@/api/types";
import { Distribution } from "@/charts/Distribution";
import { Explained, Help } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import classes from "./RiskPane.module.css";

interface Props {
  buckets: readonly Bucket[];
  /** Whether people are counted, not rows. */
  people: boolean;
  /** The bar whose rows are shown, by its range. */
  band?: string | null;
  onBand?: (band: string | null) => void;
}

export function DistributionView({ buckets, people, band = null, onBand }: Props): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const [asTable, setAsTable] = useState(false);
  const title = t(people ? "dashboard.distribution.titlePeople" : "dashboard.distribution.title");
  return (
    <div className={classes.distribution}>
      <div className={classes.heading}>
        <Explained text={title} by={<Help name="distribution" />} />
        <Button size="compact-xs" variant="subtle" ml="auto" onClick={() => setAsTable(!asTable)}>
          {t(asTable ? "dashboard.distribution.asChart" : "dashboard.distribution.asTable")}
        </Button>
      </div>
      {asTable ? (
        <div className={classes.scroll}>
          <BucketTable buckets={buckets} title={title} people={people} />
        </div>
      ) : (
        <Distribution
          buckets={buckets}
          name={title}
          shareText={(bucket) => figures.share(bucket.share)}
          sentence={(bucket) =>
            t(people ? "dashboard.distribution.barPeople" : "dashboard.distribution.bar", {
              range: bucket.range,
              count: bucket.rows,
              share: figures.percent(100 * bucket.share),
            })
          }
          picked={band}
          onPick={onBand && (({ range }) => onBand(range === band ? null : range))}
        />
      )}
    </div>
  );
}

/** Lying down: one column per band, so that it needs no more room than the bars. */
function BucketTable({ buckets, title, people }: Pick<Props, "buckets" | "people"> & { title: string }): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const lines: [string, (bucket: Bucket) => string][] = [
    [t(people ? "dashboard.distribution.people" : "dashboard.distribution.rows"), (bucket) => format.number(bucket.rows)],
    [t("dashboard.distribution.share"), (bucket) => figures.percent(100 * bucket.share)],
  ];
  return (
    <Table aria-label={title} fz="xs" verticalSpacing={2} horizontalSpacing={4} className="numeric">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="row">{t("dashboard.distribution.range")}</Table.Th>
          {buckets.map(({ range }) => (
            <Table.Th key={range} scope="col" ta="right">
              {range}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(([name, text]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            {buckets.map((bucket) => (
              <Table.Td key={bucket.range} ta="right">
                {text(bucket)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
