/** The answer in words first; every figure stands beside the model it comes from. */
import { Badge, Table } from "@mantine/core";
import type { ReactElement } from "react";
import type { PopulationRisk } from "@/api/types";
import { Explained, Help } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import classes from "./PopulationTab.module.css";

export function PopulationResult({ risk }: { risk: PopulationRisk }): ReactElement {
  const [headline, ...others] = risk.explanation;
  return (
    <>
      <p className={classes.headline}>{headline}</p>
      <p className={classes.words}>{others.join(" ").replaceAll(" %", "\u00a0%")}</p>
      <div className={classes.tables}>
        <Estimates risk={risk} />
        <Attacks risk={risk} />
      </div>
    </>
  );
}

function Estimates({ risk }: { risk: PopulationRisk }): ReactElement {
  const { t, format } = useLanguage();
  return (
    <Table fz="xs" verticalSpacing={2} aria-label={t("population.estimates")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("population.model")}</Table.Th>
          <Table.Th scope="col" ta="right">
            {t("population.uniques")}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="numeric">
        {risk.estimates.map(({ model, title, uniques, status, used }) => (
          <Table.Tr key={model}>
            <Table.Th scope="row" fw={used ? 600 : 400}>
              <Explained text={title} by={<Help name={model} />} />
              {used ? (
                <Badge size="xs" ml={6} tt="none">
                  {t("population.used")}
                </Badge>
              ) : null}
            </Table.Th>
            <Table.Td ta="right">
              {uniques === null ? t(`population.status.${status === "fits" ? "does_not_converge" : status}`) : format.number(uniques)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Attacks({ risk }: { risk: PopulationRisk }): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  return (
    <Table fz="xs" verticalSpacing={2} aria-label={t("population.attacks")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("population.attacks")}</Table.Th>
          <Table.Th scope="col" ta="right">
            {t(`population.basis.${risk.basis}`)}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="numeric">
        {risk.attacks.map(({ name, title, value }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              <Explained text={title} by={<Help name={name} />} />
            </Table.Th>
            <Table.Td ta="right">{value === null ? "–" : figures.percent(value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
