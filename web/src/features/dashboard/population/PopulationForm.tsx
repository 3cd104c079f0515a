/** Say among whom the table was sampled: how many people, which share of them, or a table of them. */
import { Button, Group, NativeSelect, NumberInput, Radio, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useDatasets } from "@/api/datasets";
import type { MeasuredView } from "@/api/types";
import { useCachedInput } from "@/api/useCachedState";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Population } from "./api";
import classes from "./PopulationTab.module.css";

const WAYS = ["size", "fraction", "table"] as const;
type Way = (typeof WAYS)[number];

interface Fields {
  way: Way;
  size: number | "";
  /** In percent. */
  share: number | "";
  table: string;
}

const START: Fields = { way: "size", size: "", share: "", table: "" };

interface Props {
  view: MeasuredView;
  onChoose: (population: Population) => void;
}

export function PopulationForm({ view, onChoose }: Props): ReactElement {
  const { t, format } = useLanguage();
  const [fields, change] = useCachedInput<Fields>(view.id, "population fields", START);
  const others = (useDatasets().data ?? []).filter(({ id }) => id !== view.id);
  const population = read(fields);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (population) onChoose(population);
      }}
    >
      <Text fz="sm" lh={1.35}>
        <Explained text={t("population.lead")} by={<Term name="population" />} />
      </Text>
      <Radio.Group aria-label={t("population.way")} value={fields.way} onChange={(way) => change({ ...fields, way })}>
        <div className={classes.ways}>
          {WAYS.map((way) => (
            <Group key={way} gap={0} wrap="nowrap">
              <Radio size="xs" value={way} label={t(`population.ways.${way}`)} disabled={way === "table" && !others.length} />
              {way === "fraction" && <Term name="sample" />}
            </Group>
          ))}
        </div>
      </Radio.Group>
      <div className={classes.field}>
        {fields.way === "size" && (
          <NumberInput
            size="xs"
            label={t("population.size")}
            description={t("population.sizeHint", { rows: format.number(view.rows) })}
            min={view.rows}
            allowDecimal={false}
            thousandSeparator={format.number(10_000).replace(/\d/gu, "")}
            decimalSeparator={format.decimal(0.5).replace(/\d/gu, "")}
            clampBehavior="none"
            value={fields.size}
            onChange={(size) => change({ ...fields, size: typeof size === "number" ? size : "" })}
          />
        )}
        {fields.way === "fraction" && (
          <NumberInput
            size="xs"
            label={t("population.share")}
            description={t("population.shareHint")}
            min={0}
            max={100}
            suffix=" %"
            clampBehavior="none"
            value={fields.share}
            onChange={(share) => change({ ...fields, share: typeof share === "number" ? share : "" })}
          />
        )}
        {fields.way === "table" && (
          <NativeSelect
            size="xs"
            label={t("population.table")}
            description={t("population.tableHint")}
            value={fields.table}
            data={[{ value: "", label: "" }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(event) => change({ ...fields, table: event.currentTarget.value })}
          />
        )}
        <Button type="submit" size="xs" disabled={!population}>
          {t("population.estimate")}
        </Button>
      </div>
    </form>
  );
}

/** What was said, once it is whole; whether it is possible is for the server to say. */
function read({ way, size, share, table }: Fields): Population | null {
  if (way === "size") return size === "" ? null : { population_size: size };
  if (way === "fraction") return share === "" ? null : { sampling_fraction: share / 100 };
  return table ? { population: table } : null;
}
