/** Something is on its way; said aloud, and drawn only if it takes longer than a blink. */
import { Center, Loader, Stack, Text } from "@mantine/core";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Loading.module.css";

export function Loading({ text }: { text?: string }) {
  const { t } = useLanguage();
  return (
    <Center h="100%" mih={120} role="status" className={classes.late}>
      <Stack align="center" gap="xs">
        <Loader size="sm" type="dots" aria-hidden="true" />
        <Text size="sm" c="dimmed">
          {text ?? t("app.loading")}
        </Text>
      </Stack>
    </Center>
  );
}
