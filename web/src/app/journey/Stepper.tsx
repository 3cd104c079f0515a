/** The steps of the journey on top of every page of a data set, and the one action that leads on. */
import { Button, Menu, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { useDataset } from "@/api/dataset";
import { isEmbedded } from "@/api/embedding";
import { useCachedState } from "@/api/useCachedState";
import { useVerdict } from "@/api/verdict";
import { Icon, type IconName } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Stepper.module.css";
import { addressOf, nextOf, progressOf, stepsOf, type Journey, type Progress, type Step } from "./steps";
import { useVisited } from "./useVisited";

const SIGNS: Partial<Record<Progress, IconName>> = { done: "check", look: "alert" };

interface StepperProps {
  datasetId: string;
  current: Step | undefined;
}

export function Stepper({ datasetId, current }: StepperProps): ReactElement {
  const { t } = useLanguage();
  const narrow = useMediaQuery("(max-width: 62em)", false, { getInitialValueInEffect: false });
  const { data: view } = useDataset(datasetId);
  const { data: verdict } = useVerdict(view);
  const [taken] = useCachedState<number | null>(datasetId, "taken", null);
  const visited = useVisited(datasetId, current);
  const journey: Journey = { view, verdict, visited, taken: taken !== null && taken === view?.revision };
  const next = nextOf(current, journey);
  return (
    <div className={classes.bar}>
      <nav aria-label={t("journey.label")} className={classes.nav}>
        {narrow ? <StepMenu current={current} journey={journey} /> : <StepList current={current} journey={journey} />}
      </nav>
      <div className={classes.next}>
        {next && (
          <Button component={Link} href={addressOf(next)} fullWidth rightSection={<Icon name="chevron" size={16} />}>
            {next === "take" || next === "safe" ? t(`journey.go.${next}`) : t("journey.next", { step: t(`journey.steps.${next}`) })}
          </Button>
        )}
      </div>
    </div>
  );
}

interface StepsProps {
  current: Step | undefined;
  journey: Journey;
}

function StepList({ current, journey }: StepsProps): ReactElement {
  const { t } = useLanguage();
  return (
    <ol className={classes.steps}>
      {stepsOf(isEmbedded()).map((step, index) => {
        const progress = progressOf(step, journey);
        return (
          <li key={step} className={classes.step} data-progress={progress}>
            <Link href={addressOf(step)} className={classes.link} aria-current={step === current ? "step" : undefined}>
              <Sign progress={progress} number={index + 1} />
              <span className={classes.words}>
                <span className={classes.name}>{t(`journey.steps.${step}`)}</span>{" "}
                <span className={classes.state}>{t(`journey.progress.${progress}`)}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

function Sign({ progress, number }: { progress: Progress; number: number }): ReactElement {
  const icon = SIGNS[progress];
  return (
    <span className={classes.sign} aria-hidden="true">
      {icon ? <Icon name={icon} size={14} /> : number}
    </span>
  );
}

/** On a narrow window one line says where somebody is, and opens all steps. */
function StepMenu({ current, journey }: StepsProps): ReactElement {
  const { t } = useLanguage();
  const steps = stepsOf(isEmbedded());
  const number = current === undefined ? 0 : steps.indexOf(current) + 1;
  const place =
    current === undefined
      ? t("journey.menu")
      : t("journey.place", { number, all: steps.length, step: t(`journey.steps.${current}`) });
  return (
    <Menu position="bottom-start" width={280} shadow="md" returnFocus>
      <Menu.Target>
        <UnstyledButton className={classes.place}>
          {place}
          <VisuallyHidden>{`, ${t("journey.menu")}`}</VisuallyHidden> <Icon name="chevron" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {steps.map((step, index) => {
          const progress = progressOf(step, journey);
          return (
            <Menu.Item
              key={step}
              component={Link}
              href={addressOf(step)}
              aria-current={step === current ? "step" : undefined}
              leftSection={<Sign progress={progress} number={index + 1} />}
              rightSection={<span className={classes.state}>{t(`journey.progress.${progress}`)}</span>}
              className={classes.item}
              data-progress={progress}
            >
              {t(`journey.steps.${step}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
