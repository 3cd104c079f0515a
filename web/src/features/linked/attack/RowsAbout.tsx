/** The published rows that may be about somebody: what whoever has the list then knows. */
import { Modal, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { Person } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ROWS_SHOWN, useRowsAbout } from "./api";
import classes from "./Attack.module.css";
import { personName } from "./FoundPeople";

interface Props {
  id: string;
  person: Person | null;
  onClose: () => void;
}

export function RowsAbout({ id, person, onClose }: Props): ReactElement {
  const { t } = useLanguage();
  const title = person ? t("attack.about", { person: personName(person) }) : "";
  return (
    <Modal opened={person !== null} onClose={onClose} title={title} size="xl" closeButtonProps={{ "aria-label": t("attack.close") }}>
      {person ? <Rows id={id} person={person} title={title} /> : null}
    </Modal>
  );
}

function Rows({ id, person, title }: { id: string; person: Person; title: string }): ReactElement {
  const { t, format } = useLanguage();
  const { data, error, refetch } = useRowsAbout(id, person.person);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <Text size="sm" mb={8}>
        {t("attack.aboutText", { count: data.total })} {data.total > ROWS_SHOWN ? t("attack.aboutMore", { count: ROWS_SHOWN }) : null} <Term name="attribute" />
      </Text>
      <Table className={classes.table} aria-label={title} verticalSpacing={2} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {data.columns.map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
            <Table.Th scope="col" className={classes.number}>
              {t("attack.probability")}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.rows.map(({ cells, probability }, place) => (
            <Table.Tr key={place} data-kind={probability === 1 ? "certain" : undefined}>
              {cells.map((cell, column) => (
                <Table.Td key={column}>{cell ?? <em>{t("attack.missing")}</em>}</Table.Td>
              ))}
              <Table.Td className={classes.number}>{probability === 1 ? t("attack.certain") : format.percent(100 * probability)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
