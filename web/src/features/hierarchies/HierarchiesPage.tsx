/** The hierarchies of the quasi-identifiers: one is chosen on the left and edited on the right. */
import { Button } from "@mantine/core";
import { Link } from "wouter";
import { useDataset } from "@/api/dataset";
import type { AttributeView } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { PageError } from "@/components/PageError";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useHierarchy } from "./api";
import { AttributeList } from "./AttributeList";
import { Editor } from "./Editor";
import classes from "./Hierarchies.module.css";

interface Props {
  datasetId: string;
  attribute?: string;
}

export default function HierarchiesPage({ datasetId, attribute }: Props) {
  const { t } = useLanguage();
  const { data, error, refetch } = useDataset(datasetId);
  // What is being edited stays when the data set cannot be asked for again.
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
  const quasi = data.attributes.filter((one) => one.role === "quasi");
  const [first] = quasi;
  if (!first) {
    return (
      <EmptyState page icon="table" title={t("hierarchy.none")} text={t("hierarchy.noneText")}>
        <Button component={Link} href="/columns">
          {t("hierarchy.toRoles")}
        </Button>
      </EmptyState>
    );
  }
  const chosen = attribute === undefined ? first : quasi.find((one) => one.name === attribute);
  return (
    <div className={classes.page}>
      <AttributeList attributes={quasi} chosen={chosen?.name} />
      {chosen ? (
        <Chosen key={chosen.name} datasetId={datasetId} attribute={chosen} revision={data.revision} k={data.k} />
      ) : (
        <EmptyState icon="search" title={t("hierarchy.unknown", { name: attribute ?? "" })} />
      )}
    </div>
  );
}

interface ChosenProps {
  datasetId: string;
  attribute: AttributeView;
  revision: number;
  k: number;
}

function Chosen({ datasetId, attribute, revision, k }: ChosenProps) {
  const { data, error, refetch } = useHierarchy(datasetId, attribute.name, revision);
  if (!data) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading />;
  return <Editor datasetId={datasetId} attribute={attribute} applied={data} revision={revision} k={k} />;
}
