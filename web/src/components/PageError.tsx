/** A page that cannot be shown: a heading, what went wrong, and another try. */
import { Stack } from "@mantine/core";
import type { ReactElement } from "react";
import { asksForPassword } from "@/api/sources";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ErrorNotice } from "./ErrorNotice";
import { PageTitle } from "./PageTitle";

export function PageError({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  const { t } = useLanguage();
  return (
    <Stack p="xl" maw={720} mx="auto">
      <PageTitle size="h4" text={t(asksForPassword(error) && error.source !== null ? "place.page" : "errors.page")} />
      <ErrorNotice error={error} onRetry={onRetry} />
    </Stack>
  );
}
