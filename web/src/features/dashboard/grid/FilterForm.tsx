/** The filter of one column, on what is shown: `age` `at least` `60`. */
import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useState, type ReactElement, type SubmitEvent } from "react";
import type { FilterOperator, RowFilter } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";

const OPERATORS: readonly FilterOperator[] = ["contains", "equals", "not_equals", "at_least", "at_most", "missing"];

interface FilterFormProps {
  column: string;
  filter: RowFilter | undefined;
  onFilter: (filter: RowFilter | null) => void;
}

export function FilterForm({ column, filter, onFilter }: FilterFormProps): ReactElement {
  const { t } = useLanguage();
  const [operator, setOperator] = useState<FilterOperator>(filter?.operator ?? "contains");
  const [value, setValue] = useState(filter?.value ?? "");
  const needsValue = operator !== "missing";

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onFilter(needsValue && value === "" ? null : { column, operator, value: needsValue ? value : "" });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="xs" w={210}>
        <NativeSelect
          size="xs"
          label={t("dashboard.grid.operator")}
          value={operator}
          data={OPERATORS.map((one) => ({ value: one, label: t(`dashboard.grid.operators.${one}`) }))}
          onChange={(event) => setOperator(event.currentTarget.value as FilterOperator)}
        />
        {needsValue && (
          <TextInput
            size="xs"
            data-autofocus
            label={t("dashboard.grid.value")}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <Group gap="xs" justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={() => onFilter(null)}>
            {t("dashboard.grid.clear")}
          </Button>
          <Button size="compact-sm" type="submit">
            {t("dashboard.grid.apply")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
