/** The name of a result, which can be changed; it is kept when the field is left or Enter is pressed. */
import { TextInput } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { AutomaticRun } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRename } from "../api";

const LONGEST = 80;

export function RunTitle({ id, run }: { id: string; run: AutomaticRun }): ReactElement {
  const { t } = useLanguage();
  const rename = useRename(id);
  const [typed, type] = useState(run.name ?? "");
  const keep = (): void => {
    const name = typed.trim() || null;
    if (name !== run.name) rename.mutate({ run: run.id, name });
  };
  return (
    <>
      <TextInput
        size="xs"
        aria-label={t("automatic.result.name")}
        placeholder={t("automatic.result.namePlaceholder")}
        maxLength={LONGEST}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === "Enter") keep();
        }}
      />
      <ChangeError change={rename} />
    </>
  );
}
