/** A change that was not made: what went wrong, and another try with what was wanted where that may help. */
import type { ReactElement } from "react";
import { ApiError } from "@/api/client";
import { ErrorNotice } from "./ErrorNotice";

interface Change<Input> {
  error: Error | null;
  variables: Input | undefined;
  mutate: (input: Input) => void;
  reset: () => void;
}

interface Props<Input> {
  change: Change<Input>;
  title?: string;
}

export function ChangeError<Input>({ change, title }: Props<Input>): ReactElement {
  const { error, variables } = change;
  const passing = error instanceof ApiError && error.isPassing && variables !== undefined;
  return <ErrorNotice error={error} title={title} onRetry={passing ? () => change.mutate(variables) : undefined} onClose={change.reset} />;
}
