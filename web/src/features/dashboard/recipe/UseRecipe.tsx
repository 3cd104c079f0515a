/** Use a recipe of other data: see what it does here, or why it does not hold, before it is taken over. */
import { Button, FileButton, Group, List, Stack, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useAdoptRecipe, useTrial, type Recipe, type RecipeTrial } from "./api";

const GAUGES = ["average_risk", "highest_risk", "utility_loss"] as const;

export function UseRecipe({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const trial = useTrial(view.id, t("recipe.noJson"));
  return (
    <Stack gap="sm" p="md" align="flex-start">
      <Text size="sm">{t("recipe.use")}</Text>
      <FileButton accept=".json,application/json" onChange={(file) => file && trial.mutate(file)} inputProps={{ "aria-label": t("recipe.choose") }}>
        {(props) => (
          <Button {...props} variant="default" loading={trial.isPending} leftSection={<Icon name="upload" size={16} />}>
            {t("recipe.choose")}
          </Button>
        )}
      </FileButton>
      <ChangeError change={trial} />
      {trial.data && <Tried view={view} recipe={trial.data.recipe} trial={trial.data.trial} onDone={trial.reset} />}
    </Stack>
  );
}

interface TriedProps {
  view: MeasuredView;
  recipe: Recipe;
  trial: RecipeTrial;
  onDone: () => void;
}

/** What a recipe would do, in words and figures. */
function Tried({ view, recipe, trial, onDone }: TriedProps): ReactElement {
  const { t, format } = useLanguage();
  const adopt = useAdoptRecipe(view.id);
  const { before, after } = trial;
  // Without a row there is no risk to be low.
  const nothing = after.distribution.every(({ rows }) => rows === 0);
  if (!trial.steps.length) return <Text role="status">{t("recipe.nothing")}</Text>;
  return (
    <section aria-label={t("recipe.effect")}>
      <Text fw={600} size="sm">
        {t("recipe.effect")}
      </Text>
      <List size="sm">
        {trial.steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <Table fz="sm" verticalSpacing={3} className="numeric" aria-label={t("recipe.effect")} my="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th scope="col">{t("recipe.before")}</Table.Th>
            <Table.Th scope="col">{t("recipe.after")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {GAUGES.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {t(`dashboard.gauges.${name}`)}
              </Table.Th>
              <Table.Td>{before ? format.percent(before[name]) : "–"}</Table.Td>
              <Table.Td>{nothing && name !== "utility_loss" ? "–" : format.percent(after[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm">{t("recipe.suppressed", { count: after.suppressed_rows })}</Text>
      <Group mt="xs">
        <Button loading={adopt.isPending} onClick={() => adopt.mutate(recipe, { onSuccess: onDone })}>
          {t("recipe.adopt")}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t("confirm.cancel")}
        </Button>
      </Group>
      <ChangeError change={adopt} />
    </section>
  );
}
