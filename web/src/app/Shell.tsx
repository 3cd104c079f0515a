/** The frame of every page: header with dataset and links, one main landmark below it. */
import { Group, Text } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { Link, useRoute } from "wouter";
import { useDataset } from "@/api/dataset";
import { ColourSchemeSwitch } from "@/components/ColourSchemeSwitch";
import { LanguageSwitch } from "@/components/LanguageSwitch";
import { Logo } from "@/components/Logo";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Shell.module.css";

interface Props {
  children: ReactNode;
  datasetId?: string;
}

export function Shell({ children, datasetId }: Props) {
  const { t } = useLanguage();
  return (
    <div className={classes.frame}>
      <a className="skip-link" href="#main">
        {t("app.skip")}
      </a>
      <header className={classes.header}>
        <Link href="~/" className={classes.brand} aria-label={`${t("app.name")}: ${t("app.home")}`}>
          <Logo />
          <span>{t("app.name")}</span>
        </Link>
        {datasetId === undefined ? null : <DatasetBar id={datasetId} />}
        <Group gap={4} ml="auto" wrap="nowrap">
          <LanguageSwitch />
          <ColourSchemeSwitch />
        </Group>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  );
}

function DatasetBar({ id }: { id: string }) {
  const { t } = useLanguage();
  const { data } = useDataset(id);
  useDatasetTitle(data?.name);
  return (
    <>
      <Group gap="xs" wrap="nowrap" className={classes.dataset}>
        <Text fw={600} size="sm" truncate title={data?.name}>
          {data?.name ?? "…"}
        </Text>
        <Text size="sm" c="dimmed" className="numeric" style={{ whiteSpace: "nowrap" }}>
          {data ? t("app.rows", { count: data.rows }) : null}
        </Text>
      </Group>
      <nav aria-label={t("app.navigation")} className={classes.links}>
        <NavLink to="/" label={t("app.overview")} />
        <NavLink to="/roles" label={t("app.roles")} />
        <NavLink to="/hierarchies" pattern="/hierarchies/*?" label={t("app.hierarchies")} />
        <Link href="/?tab=compare" className={classes.link}>
          {t("app.compare")}
        </Link>
        <Link href="/?dialog=export" className={classes.link}>
          {t("app.export")}
        </Link>
      </nav>
    </>
  );
}

/** The title of the window: which page of which dataset. */
function useDatasetTitle(name: string | undefined): void {
  const { t } = useLanguage();
  const [roles] = useRoute("/roles");
  const [hierarchies] = useRoute("/hierarchies/*?");
  const page = t(roles ? "app.roles" : hierarchies ? "app.hierarchies" : "app.overview");
  useEffect(() => {
    document.title = [page, name, t("app.name")].filter(Boolean).join(" · ");
    return () => {
      document.title = t("app.name");
    };
  }, [name, page, t]);
}

function NavLink({ to, label, pattern = to }: { to: string; label: string; pattern?: string }) {
  const [active] = useRoute(pattern);
  return (
    <Link href={to} className={classes.link} aria-current={active ? "page" : undefined}>
      {label}
    </Link>
  );
}
