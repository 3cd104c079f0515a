/** How much a random sample may give away of one person: for a method that draws rows. */
import { NumberInput, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Labelled } from "@/components/Labelled";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AutomaticTab.module.css";
import { given } from "./choices";
import type { ChoicesProps } from "./WishForm";

const USUAL = { epsilon: "1", delta: "0.000001" } as const;
const NAMES = ["epsilon", "delta"] as const;

export function Budget({ choices, onChange }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  return (
    <div>
      <div className={classes.protections}>
        {NAMES.map((name) => (
          <Labelled key={name} label={t(`techniques.${name}`)} help={t(`techniques.${name}Help`)}>
            {(id) => (
              <NumberInput
                id={id}
                size="xs"
                placeholder={USUAL[name]}
                min={0}
                decimalScale={12}
                // The server says what is not possible.
                clampBehavior="none"
                value={choices[name] ?? ""}
                onChange={given((value) => onChange({ ...choices, [name]: value }))}
              />
            )}
          </Labelled>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {t("techniques.levels")}
      </Text>
    </div>
  );
}
