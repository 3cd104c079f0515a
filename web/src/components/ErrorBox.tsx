/** An error in a box: what was wrong, what to do next, and whatever helps with it. */
import { Alert, List, Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { ApiError } from "@/api/client";
import { useLanguage } from "@/i18n/LanguageProvider";
import { errorWords } from "./errorWords";
import { Icon } from "./Icon";

interface Props {
  error: Error;
  title: string;
  /** A question to whoever works here is no alarm. */
  question?: boolean;
  onClose?: () => void;
  children?: ReactNode;
}

export function ErrorBox({ error, title, question = false, onClose, children }: Props): ReactElement {
  const { t } = useLanguage();
  const { message, hint } = errorWords(error, t);
  return (
    <Alert
      // A form is no message: of a question only its words are read out.
      role={question ? "group" : "alert"}
      aria-label={question ? title : undefined}
      color={question ? "blue" : "red"}
      variant="light"
      title={title}
      icon={<Icon name={question ? "lock" : "alert"} />}
      withCloseButton={onClose !== undefined}
      onClose={onClose}
      closeButtonLabel={t("errors.close")}
    >
      <Text size="sm" c="var(--mantine-color-text)" role={question ? "alert" : undefined} style={{ overflowWrap: "anywhere" }}>
        {message}
      </Text>
      {hint && !question ? (
        <Text size="sm" c="dimmed" mt={2}>
          {hint}
        </Text>
      ) : null}
      {error instanceof ApiError && error.errors.length ? (
        <List size="sm" c="dimmed" mt={2}>
          {error.errors.map((one) => (
            <List.Item key={one}>{one}</List.Item>
          ))}
        </List>
      ) : null}
      {children}
    </Alert>
  );
}
