/** What can be released together at a threshold, by the tree and exactly, and what breaks the next merge. */
import { Badge, Button, NumberInput, Slider } from "@mantine/core";
import type { ReactElement } from "react";
import type { Releasable, Subsets } from "@/api/types";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { thresholdsFor } from "./layout";
import classes from "./SubsetsTab.module.css";

const MOST_LISTED = 100;
const EXAMPLES = 2;

interface GuideProps {
  found: Subsets;
  threshold: number;
  /** Look for the steps after which attributes can be released together; not where none can be taken. */
  onSeek?: (attributes: readonly string[]) => void;
  onThreshold: (threshold: number) => void;
}

export function Guide({ found, threshold, onSeek, onThreshold }: GuideProps): ReactElement {
  const { t, format } = useLanguage();
  const more = found.maximal.length - MOST_LISTED;
  return (
    <div className={classes.guide}>
      <ThresholdPicker found={found} threshold={threshold} onThreshold={onThreshold} />
      <div className={classes.scroll} role="group" aria-label={t("subsets.guide.title")} {...FOCUSABLE}>
        <p role="status" className={classes.sentence}>
          {found.explanation.join(" ")}
        </p>
        {found.guide.length > 0 && (
          <>
            <h2 className={classes.title}>{t("subsets.guide.byTree")}</h2>
            <ul className={classes.list} aria-label={t("subsets.guide.byTree")}>
              {found.guide.slice(0, MOST_LISTED).map((one) => (
                <ReleasableItem key={one.members.join("\n")} one={one} threshold={found.threshold} onSeek={onSeek} />
              ))}
            </ul>
            <h2 className={classes.title}>{t("subsets.guide.maximal")}</h2>
            <ul className={classes.list} aria-label={t("subsets.guide.maximal")}>
              {found.maximal.slice(0, MOST_LISTED).map(({ members, k, in_tree }) => (
                <li key={members.join("\n")}>
                  <strong>{members.join(", ")}</strong> {t("subsets.guide.k", { k: format.number(k) })}{" "}
                  {in_tree ? null : (
                    <Badge size="xs" variant="outline" color="gray" c="var(--mantine-color-text)" tt="none">
                      {t("subsets.guide.missed")}
                    </Badge>
                  )}
                </li>
              ))}
              {more > 0 && <li>{t("subsets.guide.more", { count: more })}</li>}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

/** Slider in rough steps, and a field for any number. */
function ThresholdPicker({ found, threshold, onThreshold }: Omit<GuideProps, "onSeek">): ReactElement {
  const { t } = useLanguage();
  const offered = thresholdsFor(found.single);
  const above = offered.findIndex((one) => one >= threshold);
  const at = above < 0 ? offered.length - 1 : above;
  return (
    <div className={classes.threshold}>
      <span aria-hidden="true">{t("subsets.guide.slider")}</span>
      <Slider
        size="sm"
        flex={1}
        min={0}
        max={offered.length - 1}
        value={at}
        label={null}
        thumbLabel={t("subsets.guide.slider")}
        thumbValueText={t("subsets.guide.valueText", { count: threshold })}
        onChange={(index) => onThreshold(offered[index] ?? threshold)}
      />
      <NumberInput
        size="xs"
        w={84}
        min={1}
        max={10 ** 15}
        allowDecimal={false}
        allowNegative={false}
        aria-label={t("subsets.guide.exact")}
        value={threshold}
        onChange={(value) => typeof value === "number" && value >= 1 && onThreshold(value)}
      />
    </div>
  );
}

interface ReleasableItemProps {
  one: Releasable;
  threshold: number;
  /** Look for the steps after which attributes can be released together; not where none can be taken. */
  onSeek?: (attributes: readonly string[]) => void;
}

function ReleasableItem({ one, threshold, onSeek }: ReleasableItemProps): ReactElement {
  const { t, format } = useLanguage();
  const { members, k, next } = one;
  const examples = (next?.examples ?? []).slice(0, EXAMPLES).map(({ values, rows }) =>
    t("subsets.guide.example", {
      values: Object.entries(values)
        .map(([name, value]) => t("subsets.guide.value", { attribute: name, value }))
        .join(", "),
      rows: t("app.rows", { count: rows }),
    }),
  );
  return (
    <li>
      <strong>{members.join(", ")}</strong> {t("subsets.guide.k", { k: format.number(k) })}
      <p className={classes.next}>
        {next
          ? t("subsets.guide.next", {
              added: next.added.join(", "),
              count: next.groups,
              threshold,
              rows: format.number(next.rows),
              k: format.number(next.k),
            })
          : t("subsets.guide.everything")}{" "}
        {examples.length ? `${t("subsets.guide.examples", { examples: examples.join("; ") })}. ` : null}
        {next && onSeek ? (
          <Button size="compact-xs" variant="subtle" className={classes.inline} onClick={() => onSeek(next.members)}>
            {t("subsets.remedy.seek")}
          </Button>
        ) : null}
      </p>
    </li>
  );
}
