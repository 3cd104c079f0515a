/** Draw a page for a test, with everything it stands on. */
import { render, type RenderResult } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Providers } from "@/app/Providers";

export interface Page extends RenderResult {
  user: UserEvent;
}

export function renderPage(page: ReactNode, { path = "/" }: { path?: string } = {}): Page {
  window.history.replaceState(null, "", path);
  const drawn = render(<Providers env="test">{page}</Providers>);
  return { ...drawn, user: userEvent.setup() };
}
