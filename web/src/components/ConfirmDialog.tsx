/** Ask before something is done: the answer is named after what it does, and red where something is lost for good. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ErrorNotice } from "./ErrorNotice";

interface Props {
  opened: boolean;
  title: string;
  text: string;
  action: string;
  busy?: boolean;
  /** Whether it can be undone. */
  undoable?: boolean;
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({ opened, title, text, action, busy, undoable = false, error, onConfirm, onClose }: Props) {
  const { t } = useLanguage();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text component="span" fw={600}>{title}</Text>}
      closeButtonProps={{ "aria-label": t("errors.close") }}
    >
      <Text size="sm">{text}</Text>
      <ErrorNotice error={error ?? null} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("confirm.cancel")}
        </Button>
        <Button color={undoable ? undefined : "red.8"} onClick={onConfirm} loading={busy}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
