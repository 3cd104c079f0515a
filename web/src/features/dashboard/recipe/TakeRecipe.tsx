/** The recipe to take along: what was decided, to be repeated on the next data. */
import { Button, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { onDownload } from "@/api/download";
import type { MeasuredView } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { recodingOf } from "../automatic/RecodedNotice";
import { recipeAddress } from "./api";

export function TakeRecipe({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const repeatable = recodingOf(view) === undefined;
  return (
    <section aria-label={t("recipe.title")}>
      <Text fw={600} size="sm">
        {t("recipe.title")}
      </Text>
      <Text size="sm" mb="xs">
        {t(repeatable ? "recipe.take" : "recipe.notRepeatable")}
      </Text>
      {repeatable && (
        <Button component="a" variant="default" href={recipeAddress(view.id)} download="recipe.json" onClick={onDownload} leftSection={<Icon name="download" size={16} />}>
          {t("recipe.download")}
        </Button>
      )}
    </section>
  );
}
