/** A place to drop a file, and a button that does the same from the keyboard. */
import { Button, FileButton, Stack, Text } from "@mantine/core";
import { ApiError } from "@/api/client";
import { useStatus } from "@/api/dataset";
import { Icon } from "./Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./DropZone.module.css";
import { useDroppedFiles } from "./useDroppedFiles";

interface Props {
  onFile: (file: File) => void;
  onRefuse: (name: string, error: Error) => void;
  /** Which files are wanted, if not any that can be opened. */
  formats?: string;
  /** The endings that the chooser offers first. */
  accept?: string;
  small?: boolean;
}

const refusal = (code: string, message: string, hint: string): ApiError =>
  new ApiError(400, { code, message, hint, errors: [] });

export function DropZone({ onFile, onRefuse, formats, accept, small = false }: Props) {
  const { t, format } = useLanguage();
  const { data: status } = useStatus();

  const take = (files: File[]): void => {
    const [file] = files;
    if (!file) return;
    if (files.length > 1) {
      onRefuse(file.name, refusal("several", t("start.several"), t("start.severalHint")));
    } else if (status && file.size > status.max_upload_bytes) {
      const sizes = { size: format.bytes(file.size), limit: format.bytes(status.max_upload_bytes) };
      onRefuse(file.name, refusal("too_large", t("start.tooLarge", { name: file.name, ...sizes }), t("start.tooLargeHint")));
    } else onFile(file);
  };

  const over = useDroppedFiles(take);

  return (
    <div className={classes.zone} data-over={over || undefined} data-small={small || undefined}>
      <Stack align="center" gap={6}>
        <span className={classes.arrow}>
          <Icon name="upload" size={small ? 20 : 30} />
        </span>
        <Text fw={600} size={small ? "md" : "lg"}>
          {t("start.drop")}
        </Text>
        <FileButton accept={accept} onChange={(file) => take(file ? [file] : [])} inputProps={{ "aria-label": t("start.choose") }}>
          {(props) => (
            <Button {...props} size={small ? "sm" : "md"} mt={4} data-autofocus={small || undefined}>
              {t("start.choose")}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" ta="center" mt={6}>
          {formats ?? t("start.formats")}
          <br />
          {status ? t("start.limit", { size: format.bytes(status.max_upload_bytes) }) : "\u00a0"}
        </Text>
      </Stack>
    </div>
  );
}
