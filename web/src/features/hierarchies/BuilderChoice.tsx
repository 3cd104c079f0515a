/** Choose another way of building the levels; each says why it fits. */
import { NativeSelect } from "@mantine/core";
import type { HierarchyView } from "@/api/types";
import { Help } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Hierarchies.module.css";

interface Props {
  view: HierarchyView;
  disabled: boolean;
  onChange: (builder: string) => void;
}

export function BuilderChoice({ view, disabled, onChange }: Props) {
  const { t } = useLanguage();
  const known = view.candidates.some((one) => one.builder === view.builder);
  const options = view.candidates.map(({ builder, title, reason }) => ({
    value: builder,
    label: `${title}: ${reason}`,
  }));
  const own = { value: view.builder, label: t("hierarchy.own") };
  return (
    <div className={classes.builder}>
      <NativeSelect
        size="xs"
        className={classes.select}
        aria-label={t("hierarchy.builder")}
        value={view.builder}
        disabled={disabled}
        data={known ? options : [own, ...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {known ? <Help kind="builder" name={view.builder} /> : null}
    </div>
  );
}
