/** What few need, in a dialog with room for it: diversity and closeness, promises about the release, utility, weights and bounds, numbers of groups, time. */
import { Alert, Button, Checkbox, Group, Modal, NativeSelect, NumberInput, Stack, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { ProtectionView } from "@/api/types";
import { Icon } from "@/components/Icon";
import { Labelled } from "@/components/Labelled";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useInForce } from "../protections/words";
import classes from "./AutomaticTab.module.css";
import { Budget } from "./Budget";
import { BoundsTable } from "./BoundsTable";
import { countAdvanced, diversitiesOf, given, isWithin, LIMITS, objectiveOf, objectivesOf, takes, utilityOf, type Bounded, type Choices, type Diversity, type Option } from "./choices";
import { GroupNumbers } from "./GroupNumbers";
import { ReleasePromises } from "./ReleasePromises";
import { TimeLimit, type ChoicesProps } from "./WishForm";

interface AdvancedProps extends ChoicesProps {
  /** Whether some attribute is sensitive, so that its values can be protected. */
  sensitive: boolean;
  attributes: readonly Bounded[];
  /** What is in force where nothing is given. */
  protections: readonly ProtectionView[];
}

export function Advanced({ sensitive, attributes, protections, ...form }: AdvancedProps): ReactElement {
  const { t } = useLanguage();
  const [opened, open] = useState(false);
  const { offer, choices } = form;
  const asks = (option: Option): boolean => takes(offer, choices, option);
  const count = countAdvanced(offer, choices, attributes, sensitive);
  const method = offer.methods.find(({ name }) => name === choices.method);
  const title = t("automatic.advanced");
  return (
    <>
      <Group gap={8}>
        <Button size="compact-xs" variant="default" aria-haspopup="dialog" onClick={() => open(true)}>
          {title}…
        </Button>
        {count > 0 && (
          <Text size="xs" c="dimmed">
            {t("automatic.advancedSet", { count })}
          </Text>
        )}
      </Group>
      {asks("suppression") && choices.suppression === "published" && <StudyOnly />}
      <Modal
        opened={opened}
        onClose={() => open(false)}
        size={620}
        title={
          <Text component="span" fw={600}>
            {`${title}: ${method?.title ?? choices.method}`}
          </Text>
        }
        closeButtonProps={{ "aria-label": t("errors.close") }}
      >
        <Stack gap="sm">
          {sensitive && <Protections {...form} protections={protections} />}
          <ReleasePromises {...form} />
          {asks("utility") && <Utility {...form} />}
          {asks("epsilon") && <Budget {...form} />}
          {asks("lowest") && <BoundsTable {...form} attributes={attributes} />}
          <GroupNumbers {...form} attributes={attributes} />
          {asks("suppression") && <Reading {...form} />}
          <TimeLimit {...form} />
        </Stack>
      </Modal>
    </>
  );
}

function Utility({ offer, choices, onChange }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  const help = [t("automatic.utility.help"), objectiveOf(offer, utilityOf(offer, choices))?.explanation].join(" ");
  return (
    <Labelled label={t("automatic.utility.title")} help={help}>
      {(id) => (
        <NativeSelect
          id={id}
          size="xs"
          value={utilityOf(offer, choices)}
          data={objectivesOf(offer, choices).map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(event) => onChange({ ...choices, utility: event.currentTarget.value as Choices["utility"] })}
        />
      )}
    </Labelled>
  );
}

/** How suppressed cells are counted. */
function Reading({ choices, onChange }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  return (
    <Checkbox
      size="xs"
      label={t("automatic.published")}
      checked={choices.suppression === "published"}
      onChange={(event) => onChange({ ...choices, suppression: event.currentTarget.checked ? "published" : "strict" })}
    />
  );
}

function StudyOnly(): ReactElement {
  const { t } = useLanguage();
  return (
    <Alert color="red" icon={<Icon name="alert" />} p={6} role="alert">
      <Text size="xs" c="var(--mantine-color-error)" fw={600}>
        {t("automatic.publishedWarning")}
      </Text>
    </Alert>
  );
}

/** What groups must hold of sensitive values; empty fields leave what is in force. */
function Protections({ offer, choices, onChange, protections }: ChoicesProps & Pick<AdvancedProps, "protections">): ReactElement {
  const { t } = useLanguage();
  const inForce = useInForce(protections);
  return (
    <div className={classes.protections}>
      <Labelled label={t("automatic.l")} help={t("automatic.lHelp")} field={t("glossary.l.field")}>
        {(id) => (
          <NumberInput
            id={id}
            size="xs"
            placeholder={inForce("l") ?? t("automatic.none")}
            min={LIMITS.l[0]}
            max={LIMITS.l[1]}
            allowDecimal={false}
            clampBehavior="none"
            error={!isWithin("l", choices.l)}
            value={choices.l ?? ""}
            onChange={given((l) => onChange({ ...choices, l }))}
          />
        )}
      </Labelled>
      <Labelled label={t("automatic.diversity.title")} help={t("automatic.diversity.help")}>
        {(id) => (
          <NativeSelect
            id={id}
            size="xs"
            disabled={choices.l === null}
            value={choices.diversity}
            data={diversitiesOf(offer)}
            onChange={(event) => onChange({ ...choices, diversity: event.currentTarget.value as Diversity })}
          />
        )}
      </Labelled>
      <Labelled label={t("automatic.t")} help={t("automatic.tHelp")} field={t("glossary.t.field")}>
        {(id) => (
          <NumberInput
            id={id}
            size="xs"
            placeholder={inForce("t") ?? t("automatic.none")}
            min={LIMITS.t[0]}
            max={LIMITS.t[1]}
            step={0.05}
            decimalScale={3}
            // Not brought within its limits unasked: 1 would be no protection at all.
            clampBehavior="none"
            error={!isWithin("t", choices.t)}
            value={choices.t ?? ""}
            onChange={given((closeness) => onChange({ ...choices, t: closeness }))}
          />
        )}
      </Labelled>
    </div>
  );
}
