/** The frame of every page: header with dataset and links, one main landmark below it. */
import { Group, Text } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { Link, useRoute, useSearchParams } from "wouter";
import { useDataset } from "@/api/dataset";
import { ColourSchemeSwitch } from "@/components/ColourSchemeSwitch";
import { LanguageSwitch } from "@/components/LanguageSwitch";
import { Logo } from "@/components/Logo";
import { PlaceBadge } from "@/components/PlaceBadge";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Shell.module.css";

const PAGES = [
  ["overview", "/"],
  ["roles", "/roles"],
  ["hierarchies", "/hierarchies"],
  ["compare", "/?tab=compare"],
  ["export", "/?dialog=export"],
] as const;

type PageName = (typeof PAGES)[number][0];

interface Props {
  children: ReactNode;
  datasetId?: string;
  /** Whether the page of linked releases is open. */
  linked?: boolean;
  /** Whether the page of sources and queries is open. */
  query?: boolean;
}

export function Shell({ children, datasetId, linked = false, query = false }: Props) {
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
        <Group gap={4} ml="auto" wrap="nowrap" className={classes.end}>
          <Link href="~/linked" className={classes.link} aria-current={linked ? "page" : undefined}>
            {t("linked.title")}
          </Link>
          <Link href="~/query" className={classes.link} aria-current={query ? "page" : undefined}>
            {t("query.title")}
          </Link>
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
  const current = useCurrentPage();
  useWindowTitle(current, data?.name);
  return (
    <>
      <Group gap="xs" wrap="nowrap" className={classes.dataset}>
        <Text fw={600} size="sm" truncate title={data?.name} className={classes.name}>
          {data?.name ?? "…"}
        </Text>
        <Text size="sm" c="dimmed" className="numeric" style={{ whiteSpace: "nowrap" }}>
          {data ? t("app.rows", { count: data.rows }) : null}
        </Text>
        <PlaceBadge place={data?.place} />
      </Group>
      <nav aria-label={t("app.navigation")} className={classes.links}>
        {PAGES.map(([name, href]) => (
          <Link key={name} href={href} className={classes.link} aria-current={name === current ? "page" : undefined}>
            {t(`app.${name}`)}
          </Link>
        ))}
      </nav>
    </>
  );
}

/** The page that is open, by what the address says of path, dialog and tab. */
function useCurrentPage(): PageName | undefined {
  const [overview] = useRoute("/");
  const [roles] = useRoute("/roles");
  const [hierarchies] = useRoute("/hierarchies/*?");
  const [asked] = useSearchParams();
  if (roles) return "roles";
  if (hierarchies) return "hierarchies";
  if (!overview) return undefined;
  if (asked.get("dialog") === "export") return "export";
  return asked.get("tab") === "compare" ? "compare" : "overview";
}

/** The title of the window: which page of which dataset. */
function useWindowTitle(page: PageName | undefined, name: string | undefined): void {
  const { t } = useLanguage();
  useEffect(() => {
    document.title = [page && t(`app.${page}`), name, t("app.name")].filter(Boolean).join(" · ");
    return () => {
      document.title = t("app.name");
    };
  }, [name, page, t]);
}
