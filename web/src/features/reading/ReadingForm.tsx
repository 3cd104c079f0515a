/** Choices for reading a file: each is found out unless somebody says it. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState, type ReactElement, type SyntheticEvent } from "react";
import type { FileReading, ReadingRequest } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Reading.module.css";

const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const;
const ENCODINGS = ["utf-8", "cp1252", "iso8859-15", "utf-16", "mac-roman"];

interface Props {
  reading: FileReading;
  busy: boolean;
  onRead: (request: ReadingRequest) => void;
}

export function ReadingForm({ reading, busy, onRead }: Props): ReactElement {
  const { t } = useLanguage();
  const text = reading.format === "csv";
  const [delimiter, setDelimiter] = useState(text ? (reading.delimiter ?? "") : "");
  const [encoding, setEncoding] = useState("");
  const [header, setHeader] = useState<string>(reading.header ? "" : "no");
  const [sheet, setSheet] = useState(reading.sheet ?? "");

  function send(event: SyntheticEvent): void {
    event.preventDefault();
    const chosen = Object.entries({ delimiter, encoding, header, sheet: sheet.trim() }).filter(([, value]) => value !== "");
    onRead(Object.fromEntries(chosen));
  }

  const names = Object.entries(DELIMITERS) as [keyof typeof DELIMITERS, string][];
  const known: string[] = names.map(([, value]) => value);
  const unusual = delimiter && !known.includes(delimiter) ? [{ value: delimiter, label: delimiter }] : [];
  return (
    <form className={classes.form} onSubmit={send}>
      {text ? (
        <>
          <NativeSelect
            label={t("reading.delimiter")}
            value={delimiter}
            onChange={(event) => setDelimiter(event.currentTarget.value)}
            data={[{ value: "", label: t("reading.delimiters.found") }, ...names.map(([name, value]) => ({ value, label: t(`reading.delimiters.${name}`) })), ...unusual]}
          />
          <NativeSelect
            label={t("reading.encoding")}
            value={encoding}
            onChange={(event) => setEncoding(event.currentTarget.value)}
            data={[{ value: "", label: t("reading.encodings.found") }, ...ENCODINGS]}
          />
        </>
      ) : (
        <TextInput label={t("reading.sheet")} description={t("reading.sheetHint")} value={sheet} onChange={(event) => setSheet(event.currentTarget.value)} />
      )}
      <NativeSelect
        label={t("reading.header")}
        value={header}
        onChange={(event) => setHeader(event.currentTarget.value)}
        data={[
          { value: "", label: t("reading.headers.found") },
          { value: "yes", label: t("reading.headers.yes") },
          { value: "no", label: t("reading.headers.no") },
        ]}
      />
      <Button type="submit" loading={busy}>
        {t("reading.apply")}
      </Button>
    </form>
  );
}
