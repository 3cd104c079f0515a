/** Say what matters and what must hold, then let it run. */
import { useEffect, useRef, type ReactElement } from "react";
import { useCatalogue } from "@/api/dataset";
import type { MeasuredView } from "@/api/types";
import { Explained, HelpText } from "@/components/Help";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { PaneState } from "../PaneState";
import { ProtectionLine } from "../protections/ProtectionLine";
import { Advanced } from "./Advanced";
import classes from "./AutomaticTab.module.css";
import { FIT_WANTED, isValid, START, wishOf, type Choices, type Offer } from "./choices";
import { useCachedState } from "@/api/useCachedState";
import { usePreset } from "@/api/verdict";
import { reconcile, type Groups } from "./ranking";
import { Priorities } from "./Priorities";
import { RunBar } from "./RunBar";
import { useRunning } from "./useRunning";
import { MethodCards, Numbers, StrengthChoice } from "./WishForm";

interface SetUpProps {
  view: MeasuredView;
  onFound: (run: string) => void;
}

const NONE: Groups = [];

/** What can be chosen is known once the catalogue is there. */
export function SetUp(props: SetUpProps): ReactElement {
  const { t } = useLanguage();
  return (
    <PaneState query={useCatalogue()} skeleton={<Loading text={t("app.loading")} />}>
      {(offer) => <Form offer={offer} {...props} />}
    </PaneState>
  );
}

function Form({ offer, view, onFound }: SetUpProps & { offer: Offer }): ReactElement {
  const { t } = useLanguage();
  const [ranked, rank] = useCachedState<Groups>(view.id, "priorities", NONE);
  const [choices, choose] = useCachedState<Choices>(view.id, "choices", START);
  const running = useRunning(view.id);
  const preset = usePreset(view);
  useFound(running.stage.at === "found" ? running.stage.run : null, (run) => {
    running.close();
    onFound(run);
  });
  const quasi = view.attributes.filter(({ role }) => role === "quasi");
  const sensitive = view.attributes.some(({ role }) => role === "sensitive");
  const groups = reconcile(ranked, quasi.map(({ name }) => name));
  const form = { offer, choices, onChange: choose };
  const wish = wishOf(offer, choices, groups, quasi, sensitive);
  const title = t("automatic.priorities.title");
  const fit = (): void => running.start({ ...wish, k: null, preset: view.preset });
  useWanted(view.id, fit, running.stage.at !== "running");
  return (
    <div className={classes.setUp}>
      <div className={classes.column}>
        <h2 className={classes.title}>
          <Explained text={title} by={<HelpText title={title} text={t("automatic.priorities.hint")} />} />
        </h2>
        <Priorities groups={groups} onChange={rank} />
      </div>
      <div className={classes.column}>
        <h2 className={classes.title}>{t("automatic.method")}</h2>
        <MethodCards {...form} />
      </div>
      <div className={classes.settings}>
        <RunBar
          offer={offer}
          running={running}
          valid={isValid(wish)}
          purpose={preset?.title}
          onFit={fit}
          onRun={() => running.start(wish)}
        >
          <div className={classes.numbers}>
            <Numbers {...form} />
            <StrengthChoice {...form} ranked={groups.length > 1} />
          </div>
        </RunBar>
        <ProtectionLine view={view} />
        <Advanced {...form} sensitive={sensitive} attributes={quasi} protections={view.protections} />
      </div>
    </div>
  );
}

/** Start what a check asked for before this part was open. */
function useWanted(id: string, start: () => void, free: boolean): void {
  const [wanted, want] = useCachedState(id, FIT_WANTED, false);
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    if (!wanted || !free) return;
    want(false);
    latest.current();
  }, [wanted, free, want]);
}

/** Go to a result once, also when it was found while another tab was open. */
function useFound(run: string | null, onFound: (run: string) => void): void {
  const latest = useRef(onFound);
  useEffect(() => {
    latest.current = onFound;
  });
  useEffect(() => {
    if (run !== null) latest.current(run);
  }, [run]);
}
