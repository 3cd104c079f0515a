/** What words stand for: known from the hierarchies of the releases, or given here for a column. */
import { ActionIcon, NativeSelect, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { Link } from "wouter";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { useHeldFocus } from "@/components/useHeldFocus";
import { RulesDialog } from "@/components/RulesDialog";
import { useLanguage } from "@/i18n/LanguageProvider";
import { propose, proposalKey } from "../api";
import classes from "../LinkedPage.module.css";
import { allColumns, shortName, sourceOf } from "../question";
import { isNeverPublished } from "@/api/roles";
import type { KnownWords, Taxonomy } from "@/api/types";
import type { Linking } from "../useLinking";

export function WordsForm({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const { proposal, datasets, ranges, taxonomies, setTaxonomies } = linking;
  const client = useQueryClient();
  // Then whoever looks into it opens and closes it.
  const [open] = useState(proposal.words.length > 0);
  // What cannot be read is refused before it takes part in anything.
  const giving = useMutation({
    mutationFn: (next: Taxonomy[]) => propose({ datasets, ranges, taxonomies: next }),
    onSuccess: (found, next) => {
      // Else the page would be empty until the same was asked again, and whoever was in it lost their place.
      client.setQueryData(proposalKey({ datasets, ranges, taxonomies: next }), found);
      setTaxonomies(next);
    },
  });
  const held = useHeldFocus();
  const without = (column: string): Taxonomy[] => taxonomies.filter((one) => one.column !== column);
  return (
    <details className={classes.ranges} open={open}>
      <summary>{t("linked.words.title")}</summary>
      <div className={classes.near} {...held}>
        <Text size="xs" c="dimmed">
          {t("linked.words.help")}
        </Text>
        <ul className={classes.pairs}>
          {proposal.words.map((one) => (
            <li key={one.column} className={classes.range}>
              <Known words={one} linking={linking} />
              {one.given ? (
                <ActionIcon size="xs" variant="subtle" color="gray" aria-label={t("linked.words.remove", { column: one.column })} onClick={() => giving.mutate(without(one.column))}>
                  <Icon name="close" size={13} />
                </ActionIcon>
              ) : null}
            </li>
          ))}
        </ul>
        <Give linking={linking} onGive={(given) => giving.mutate([...without(given.column), given])} busy={giving.isPending} />
        <ErrorNotice title={t("linked.words.failed")} error={giving.error} onClose={giving.reset} />
      </div>
    </details>
  );
}

function Known({ words, linking }: { words: KnownWords; linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const column = shortName(allColumns(linking.proposal), words.column);
  const dataset = linking.datasets[sourceOf(words.column) - 1] ?? "";
  const name = words.column.slice(words.column.indexOf(".") + 1);
  return (
    <span>
      {t("linked.words.known", { column, label: words.label, values: words.values.join(", ") })}{" "}
      {words.given ? null : <Link href={`/datasets/${encodeURIComponent(dataset)}/hierarchies/${encodeURIComponent(name)}`}>{t("linked.words.edit")}</Link>}
    </span>
  );
}

interface GiveProps {
  linking: Linking;
  busy: boolean;
  onGive: (given: Taxonomy) => void;
}

function Give({ linking, busy, onGive }: GiveProps): ReactElement {
  const { t } = useLanguage();
  const all = allColumns(linking.proposal);
  const columns = all.filter(({ role, kind }) => !isNeverPublished(role) && kind !== "range");
  const joined = linking.question.on[0]?.left;
  const [chosen, choose] = useState<string | null>(null);
  const column = chosen ?? joined ?? columns[0]?.label ?? "";
  const text = linking.taxonomies.find((one) => one.column === column)?.text ?? "";
  return (
    <div className={classes.give}>
      <NativeSelect
        size="xs"
        aria-label={t("linked.words.column")}
        value={column}
        data={columns.map(({ label }) => ({ value: label, label: shortName(all, label) }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <RulesDialog attribute={shortName(all, column)} rules={text} disabled={busy} button={t("linked.words.give")} onUse={(given) => onGive({ column, text: given })} />
    </div>
  );
}
