/** Two questions about a column in doubt: the answers set its role. */
import { SegmentedControl, Text } from "@mantine/core";
import { useId, useState, type ReactElement } from "react";
import { useCatalogue } from "@/api/dataset";
import type { Role } from "@/api/types";
import { useNotify } from "@/components/useNotify";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Roles.module.css";

type Answer = boolean | null;

interface Props {
  name: string;
  disabled: boolean;
  onAnswer: (role: Role) => void;
}

export function RoleQuestions({ name, disabled, onAnswer }: Props): ReactElement | null {
  const { t } = useLanguage();
  const notify = useNotify();
  const questions = useCatalogue().data?.role_questions;
  const [known, setKnown] = useState<Answer>(null);
  const [harmful, setHarmful] = useState<Answer>(null);
  if (!questions) return null;
  const settle = (knows: Answer, harms: Answer): void => {
    setKnown(knows);
    setHarmful(harms);
    const answer = questions.answers.find((each) => each.known === knows && each.harmful === harms);
    if (!answer || disabled) return;
    onAnswer(answer.role);
    notify({ title: `${name}: ${t(`roles.${answer.role}`)}`, message: answer.consequence });
  };
  return (
    <div role="group" aria-label={t("columns.questionsAbout", { name })} className={classes.questions}>
      <Question text={questions.known} answer={known} onAnswer={(answer) => settle(answer, harmful)} />
      <Question text={questions.harmful} answer={harmful} onAnswer={(answer) => settle(known, answer)} />
    </div>
  );
}

function Question({ text, answer, onAnswer }: { text: string; answer: Answer; onAnswer: (answer: boolean) => void }): ReactElement {
  const { t } = useLanguage();
  const id = useId();
  return (
    <div className={classes.question}>
      <Text size="xs" id={id}>
        {text}
      </Text>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        value={answer === null ? "" : String(answer)}
        data={[
          { value: "true", label: t("columns.yes") },
          { value: "false", label: t("columns.no") },
        ]}
        onChange={(value) => onAnswer(value === "true")}
      />
    </div>
  );
}
