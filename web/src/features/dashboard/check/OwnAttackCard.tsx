/** What somebody who holds the original table finds in the release: for certain, beside the goal, and which secrets. */
import { Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { MeasuredView, OwnAttack } from "@/api/types";
import { Explained, Term, type TermName } from "@/components/Help";
import { SoughtState } from "@/components/SoughtState";
import { useLanguage } from "@/i18n/LanguageProvider";
import { StatusMark } from "../verdict/StatusMark";
import classes from "./OwnAttack.module.css";
import { useOwnAttack } from "./ownAttack";

/** The attack as soon as it is there, how far it is until then. */
export function OwnAttackState({ view, children }: { view: MeasuredView; children: (attack: OwnAttack) => ReactNode }): ReactElement {
  const { t } = useLanguage();
  const { attack, sought } = useOwnAttack(view);
  return attack ? <>{children(attack)}</> : <SoughtState sought={sought} looking={t("attack.own.looking")} />;
}

export function OwnAttackTitle({ attack }: { attack: OwnAttack }): ReactElement {
  const { t } = useLanguage();
  return (
    <h2 className={classes.title}>
      <StatusMark status={!attack.matched ? "warn" : attack.holds ? "pass" : "fail"} />
      <span>
        <Explained text={t("attack.own.title")} by={<Term name="attack" />} />
      </span>
    </h2>
  );
}

const KINDS: readonly (readonly TermName[])[] = [["identity"], ["linkage"], ["attribute", "homogeneity"]];

export function OwnAttackCard({ attack }: { attack: OwnAttack }): ReactElement {
  const { t } = useLanguage();
  return (
    <section className={classes.attack} aria-label={t("attack.own.title")}>
      <OwnAttackTitle attack={attack} />
      <Text size="sm" c="dimmed">
        {t("attack.own.knows", { columns: attack.columns.join(", ") })}
      </Text>
      {attack.card.length ? null : <p className={classes.sentence}>{attack.sentences.join(" ")}</p>}
      <div className={classes.parts}>
        {attack.card.map((part, place) => (
          <article key={part.title} className={classes.part} aria-label={part.title}>
            <h3 className={classes.kind}>
              {part.title} {KINDS[place]?.map((name) => <Term key={name} name={name} />)}
            </h3>
            {part.sentences.map((sentence) => (
              <p key={sentence} className={classes.sentence}>
                {sentence}
              </p>
            ))}
          </article>
        ))}
      </div>
      <Bands attack={attack} />
    </section>
  );
}

/** Everybody by how many published ones they could be; the fewer, the easier to find. */
function Bands({ attack }: { attack: OwnAttack }): ReactElement {
  const { t, format } = useLanguage();
  const { bands, absent, total, k, unit } = attack;
  const name = (least: number, most: number | null): string =>
    most === null ? t("attack.own.more", { least }) : least === most ? t("attack.own.one") : t("attack.own.range", { least, most });
  const lines = bands.map(({ least, most, people }) => ({ key: least, label: name(least, most), people, low: least < k }));
  if (absent) lines.push({ key: 0, label: t("attack.own.absent"), people: absent, low: false });
  return (
    <div>
      <h3 className={classes.kind}>
        <Explained text={t(unit === "people" ? "attack.own.bandsPeople" : "attack.own.bandsRows")} by={<Term name="membership" />} />
      </h3>
      <ul className={classes.bands} aria-label={t("attack.own.details")}>
        {lines.map(({ key, label, people, low }) => (
          <li key={key}>
            <span>{label}</span>
            <span className={classes.track}>
              <span className={classes.fill} data-low={(low && people > 0) || undefined} style={{ width: `${(100 * people) / Math.max(total, 1)}%` }} />
            </span>
            <span className={`numeric ${classes.count ?? ""}`}>
              {format.number(people)} ({format.percent((100 * people) / Math.max(total, 1))})
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
