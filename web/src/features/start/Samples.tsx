/** Samples that open with one click. */
import { Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useSamples } from "./api";
import classes from "./Start.module.css";

interface Props {
  busy: boolean;
  onOpen: (name: string, title: string) => void;
}

export function Samples({ busy, onOpen }: Props) {
  const { t } = useLanguage();
  const { data, error, refetch } = useSamples();
  return (
    <section aria-labelledby="samples">
      <Title order={2} size="h5" id="samples" mb="xs">
        {t("start.samples")}
      </Title>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <Stack gap="xs">
        {data?.map((sample) => (
          <UnstyledButton
            key={sample.name}
            className={classes.sample}
            disabled={busy}
            onClick={() => onOpen(sample.name, sample.title)}
          >
            <span>
              <Text component="span" fw={600} display="block">
                {sample.title}
              </Text>
              <Text component="span" size="sm" c="dimmed" display="block">
                {sample.explanation}
              </Text>
            </span>
            <Icon name="chevron" />
          </UnstyledButton>
        ))}
      </Stack>
    </section>
  );
}
