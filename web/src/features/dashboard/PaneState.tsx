/** What a pane shows before its data is there: an outline, or what went wrong. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { RowSkeletons } from "./DashboardSkeleton";

interface PaneStateProps<T> {
  query: UseQueryResult<T>;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

export function PaneState<T>({ query, skeleton, children }: PaneStateProps<T>): ReactElement {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <div aria-busy="true">{skeleton ?? <RowSkeletons rows={6} />}</div>;
}
