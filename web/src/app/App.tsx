/** The pages and their addresses; each is fetched when it is first opened. */
import { lazy, Suspense, useEffect, useState } from "react";
import { Route, Switch } from "wouter";
import { EmptyState } from "@/components/EmptyState";
import { Loading } from "@/components/Loading";
import { ArrivalProvider } from "@/components/PageTitle";
import { useNotify } from "@/components/useNotify";
import { useLanguage } from "@/i18n/LanguageProvider";
import { onPageError } from "@/api/pageErrors";
import { Shell } from "./Shell";

const StartPage = lazy(() => import("@/features/start/StartPage"));
const DashboardPage = lazy(() => import("@/features/dashboard/DashboardPage"));
const RolesPage = lazy(() => import("@/features/roles/RolesPage"));
const LinkedPage = lazy(() => import("@/features/linked/LinkedPage"));
const QueryPage = lazy(() => import("@/features/query/QueryPage"));
const HierarchiesPage = lazy(() => import("@/features/hierarchies/HierarchiesPage"));

/** Tell of a conflict, and answer whether the token is missing. */
function usePageErrors(): boolean {
  const { t } = useLanguage();
  const notify = useNotify();
  const [unauthorized, setUnauthorized] = useState(false);
  useEffect(
    () =>
      onPageError((error) => {
        if (error === "unauthorized") setUnauthorized(true);
        else
          notify({
            id: "conflict",
            color: "yellow",
            title: t("errors.conflictTitle"),
            message: t("errors.conflict"),
            autoClose: 10_000,
          });
      }),
    [notify, t],
  );
  return unauthorized;
}

export function App() {
  return (
    <ArrivalProvider>
      <Pages />
    </ArrivalProvider>
  );
}

function Pages() {
  const { t } = useLanguage();
  if (usePageErrors()) {
    return (
      <Shell>
        <EmptyState page icon="lock" title={t("errors.unauthorizedTitle")} text={t("errors.unauthorized")} />
      </Shell>
    );
  }
  return (
    <Switch>
      <Route path="/">
        <Shell>
          <Suspense fallback={<Loading />}>
            <StartPage />
          </Suspense>
        </Shell>
      </Route>
      <Route path="/linked">
        <Shell linked>
          <Suspense fallback={<Loading />}>
            <LinkedPage />
          </Suspense>
        </Shell>
      </Route>
      <Route path="/query">
        <Shell query>
          <Suspense fallback={<Loading />}>
            <QueryPage />
          </Suspense>
        </Shell>
      </Route>
      <Route path="/datasets/:id" nest>
        {({ id }) => <DatasetRoutes id={id} />}
      </Route>
      <Route>
        <Shell>
          <EmptyState page icon="search" title={t("app.notFound")} text={t("app.notFoundHint")} />
        </Shell>
      </Route>
    </Switch>
  );
}

function DatasetRoutes({ id }: { id: string }) {
  const { t } = useLanguage();
  return (
    <Shell datasetId={id}>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/">
            <DashboardPage datasetId={id} />
          </Route>
          <Route path="/roles">
            <RolesPage datasetId={id} />
          </Route>
          <Route path="/hierarchies/:attribute?">
            {({ attribute }) => <HierarchiesPage datasetId={id} attribute={attribute} />}
          </Route>
          <Route>
            <EmptyState page icon="search" title={t("app.notFound")} text={t("app.notFoundHint")} />
          </Route>
        </Switch>
      </Suspense>
    </Shell>
  );
}
