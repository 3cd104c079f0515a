/** What the releases share, who would be exposed without it, and what to do, computed on these releases. */
import { Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useLinkAdvice } from "../api";
import { SoughtState } from "@/components/SoughtState";
import type { LinkAdvice } from "@/api/types";
import type { Linking } from "../useLinking";
import classes from "./Advice.module.css";
import { Together } from "./Together";

const NOW = { rows: "linked.advice.now", people: "linked.advice.nowPeople", combinations: "linked.advice.nowCombinations" } as const;

export function AdviceTab({ linking }: { linking: Linking }): ReactElement {
  const { t, format } = useLanguage();
  const { data, ...sought } = useLinkAdvice(linking.asked, linking.question.threshold);
  const held = useHeldFocus();
  if (!data) {
    return (
      <div className={classes.tab} {...held}>
        <SoughtState sought={sought} looking={t("linked.advice.looking")} />
      </div>
    );
  }
  const { facts, now, shared, sentences, jointly, unit } = data;
  return (
    <div className={classes.tab} {...held}>
      <Text size="sm" fw={600} role="status">
        {t(NOW[unit], { facts, exposed: format.number(now.exposed), certain: format.number(now.certain) })}
      </Text>
      <Together linking={linking} likely={jointly} />
      <h3 className={classes.title}>{t("linked.advice.what")}</h3>
      <ul className={classes.sentences}>
        {sentences.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {shared.length ? <Shared shared={shared} /> : null}
    </div>
  );
}

function Shared({ shared }: Pick<LinkAdvice, "shared">): ReactElement {
  const { t, format } = useLanguage();
  const told = ({ exposed, certain }: LinkAdvice["now"]): string =>
    t("linked.advice.figures", { exposed: format.number(exposed), certain: format.number(certain) });
  return (
    <>
      <h3 className={classes.title}>{t("linked.advice.shared")}</h3>
      <Table withTableBorder aria-label={t("linked.advice.shared")} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("linked.advice.column")}</Table.Th>
            <Table.Th>{t("linked.advice.dropped")}</Table.Th>
            <Table.Th>{t("linked.advice.raised")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shared.map(({ columns, dropped, raised }) => (
            <Table.Tr key={columns.join()}>
              <Table.Td>{columns.join(", ")}</Table.Td>
              <Table.Td>{told(dropped)}</Table.Td>
              <Table.Td>{raised ? told(raised) : t("linked.advice.noLevel")}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
