/** The pages and their addresses; each is fetched when it is first opened. */
import { Suspense, useEffect, useState } from "react";
import { Redirect, Route, Switch } from "wouter";
import { EmptyState } from "@/components/EmptyState";
import { lazily } from "@/components/lazily";
import { Loading } from "@/components/Loading";
import { ArrivalProvider } from "@/components/PageTitle";
import { useNotify } from "@/components/useNotify";
import { useLanguage } from "@/i18n/LanguageProvider";
import { isEmbedded } from "@/api/embedding";
import { onPageError } from "@/api/pageErrors";
import { EmbeddedRouter } from "./EmbeddedRouter";
import { OldAddress } from "./journey/OldAddress";
import { Shell } from "./Shell";

const StartPage = lazily(() => import("@/features/start/StartPage"));
const GoalPage = lazily(() => import("@/features/goal/GoalPage"));
const Proposals = lazily(async () => ({ default: (await import("@/features/proposals/Proposals")).Proposals }));
const Reading = lazily(async () => ({ default: (await import("@/features/reading/Reading")).Reading }));
const SeePage = lazily(() => import("@/features/dashboard/see/SeePage"));
const SafePage = lazily(() => import("@/features/dashboard/safe/SafePage"));
const CheckPage = lazily(() => import("@/features/dashboard/check/CheckPage"));
const TakePage = lazily(() => import("@/features/dashboard/take/TakePage"));
const RolesPage = lazily(() => import("@/features/roles/RolesPage"));
const LinkedPage = lazily(() => import("@/features/linked/LinkedPage"));
const QueryPage = lazily(() => import("@/features/query/QueryPage"));
const HierarchiesPage = lazily(() => import("@/features/hierarchies/HierarchiesPage"));

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
  return <ArrivalProvider>{isEmbedded() ? <EmbeddedPages /> : <Pages />}</ArrivalProvider>;
}

/** Inside another platform there is one data set, and no page that leads away from it. */
function EmbeddedPages() {
  const { t } = useLanguage();
  if (usePageErrors()) {
    return (
      <Shell>
        <EmptyState page icon="lock" title={t("errors.frameTitle")} text={t("errors.frame")} />
      </Shell>
    );
  }
  return (
    <EmbeddedRouter>
      <Switch>
        <Route path="/datasets/:id" nest>
          {({ id }) => <DatasetRoutes id={id} />}
        </Route>
        <Route>
          <Shell>
            <EmptyState page icon="search" title={t("app.notFound")} />
          </Shell>
        </Route>
      </Switch>
    </EmbeddedRouter>
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
            <OldAddress />
          </Route>
          <Route path="/roles">
            <Redirect to="/columns" replace />
          </Route>
          <Route path="/columns">
            <RolesPage datasetId={id}>
              <Reading datasetId={id} />
            </RolesPage>
          </Route>
          <Route path="/goal">
            <GoalPage datasetId={id} />
          </Route>
          <Route path="/see">
            <SeePage datasetId={id} />
          </Route>
          <Route path="/safe">
            <SafePage datasetId={id} ready={Proposals} />
          </Route>
          <Route path="/check">
            <CheckPage datasetId={id} />
          </Route>
          <Route path="/take">
            <TakePage datasetId={id} />
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
