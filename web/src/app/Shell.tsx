/** The frame of every page: header with dataset, links and the steps of the journey, one main landmark below it. */
import { Group, Text } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useDataset } from "@/api/dataset";
import { isEmbedded } from "@/api/embedding";
import { ColourSchemeSwitch } from "@/components/ColourSchemeSwitch";
import { LanguageSwitch } from "@/components/LanguageSwitch";
import { Logo } from "@/components/Logo";
import { PlaceBadge } from "@/components/PlaceBadge";
import { RightBadge } from "@/components/RightBadge";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Stepper } from "./journey/Stepper";
import { stepAt, type Step } from "./journey/steps";
import classes from "./Shell.module.css";

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
  const [path] = useLocation();
  const step = datasetId === undefined ? undefined : stepAt(path);
  return (
    <div className={classes.frame}>
      <a className="skip-link" href="#main">
        {t("app.skip")}
      </a>
      <header>
        {isEmbedded() ? null : <Header datasetId={datasetId} step={step} linked={linked} query={query} />}
        {datasetId === undefined ? null : <Stepper datasetId={datasetId} current={step} />}
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  );
}

interface HeaderProps extends Required<Pick<Props, "linked" | "query">> {
  datasetId: string | undefined;
  step: Step | undefined;
}

/** The name of the data set, and the ways to everything else. */
function Header({ datasetId, step, linked, query }: HeaderProps) {
  const { t } = useLanguage();
  return (
    <div className={classes.header}>
      <Link href="~/" className={classes.brand} aria-label={`${t("app.name")}: ${t("app.home")}`}>
        <Logo />
        <span>{t("app.name")}</span>
      </Link>
      {datasetId === undefined ? null : <DatasetName id={datasetId} current={step} />}
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
    </div>
  );
}

function DatasetName({ id, current }: { id: string; current: Step | undefined }) {
  const { t } = useLanguage();
  const { data } = useDataset(id);
  useWindowTitle(current, data?.name);
  return (
    <Group gap="xs" wrap="nowrap" className={classes.dataset}>
      <Text fw={600} size="sm" truncate title={data?.name} className={classes.name}>
        {data?.name ?? "…"}
      </Text>
      <Text size="sm" c="dimmed" className="numeric" style={{ whiteSpace: "nowrap" }}>
        {data ? t("app.rows", { count: data.rows }) : null}
      </Text>
      <PlaceBadge place={data?.place} />
      <RightBadge right={data?.right} />
    </Group>
  );
}

/** The title of the window: which step of which dataset. */
function useWindowTitle(step: Step | undefined, name: string | undefined): void {
  const { t } = useLanguage();
  useEffect(() => {
    document.title = [step && t(`journey.steps.${step}`), name, t("app.name")].filter(Boolean).join(" · ");
    return () => {
      document.title = t("app.name");
    };
  }, [name, step, t]);
}
