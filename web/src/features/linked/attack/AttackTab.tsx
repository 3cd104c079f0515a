/** A release attacked with a list of names: which, by which columns, and who is found. */
import type { ReactElement } from "react";
import { answer, api } from "@/api/client";
import type { AttackRequest, AttackResult } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { OlderNotice } from "@/components/OlderNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useProposal } from "../api";
import { useCachedJob } from "../useCachedJob";
import { useCachedInput } from "@/api/useCachedState";
import type { Linking } from "../useLinking";
import { useAttack } from "./api";
import classes from "./Attack.module.css";
import { AttackForm } from "./AttackForm";
import { AttackFound, AttackWords } from "./AttackFound";
import { proposedPairs, requestOf, sidesOf, START, wordsFor, type Chosen } from "./setUp";

export function AttackTab({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const { datasets } = linking;
  const { sources } = linking.proposal;
  const [chosen, choose] = useCachedInput<Chosen>(`linked ${datasets.join()}`, "attack", START);
  const attacking = useCachedJob<AttackRequest, AttackResult>(datasets, "attacking", (body) => answer(api.POST("/api/v1/attacks", { body })));
  const { stage } = attacking;
  const { release, people } = sidesOf(sources, chosen);
  const same = release === people;
  const taxonomies = wordsFor(sources, linking.taxonomies, { release, people });
  const { data: proposal, error, refetch } = useProposal({ datasets: same ? [] : [release, people], ranges: null, taxonomies });
  const found = useAttack(stage.at === "found" ? stage.result.attack : null);
  const pairs = chosen.pairs ?? (proposal ? proposedPairs(proposal) : []);
  const asked = proposal ? requestOf(proposal, pairs, chosen.k, taxonomies) : null;
  const older = stage.at === "found" && JSON.stringify(stage.asked) !== JSON.stringify(asked);
  return (
    <div className={classes.tab}>
      <section className={classes.form} aria-label={t("attack.release")}>
        <AttackForm
          sources={sources}
          sides={{ release, people }}
          proposal={proposal ?? null}
          pairs={pairs}
          chosen={chosen}
          onChoose={choose}
          attacking={attacking}
          onRun={() => asked && attacking.start(asked)}
        />
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        {found.data && stage.at === "found" ? <AttackWords attack={found.data} /> : null}
      </section>
      <section className={classes.found} aria-label={t("attack.found")}>
        {older ? <OlderNotice text={t("attack.older")} /> : null}
        <ErrorNotice title={t("attack.failed")} error={stage.at === "failed" ? stage.error : null} onClose={attacking.close} />
        <ErrorNotice error={found.error} onClose={attacking.close} />
        {found.data && stage.at === "found" ? (
          <AttackFound id={stage.result.attack} attack={found.data} />
        ) : stage.at === "found" && !found.error ? (
          <Loading />
        ) : stage.at === "idle" ? (
          <EmptyState icon="search" title={t(same ? "attack.same" : "attack.none")} text={t(same ? "attack.sameText" : "attack.lead")} />
        ) : null}
      </section>
    </div>
  );
}
