/** Draw a page for a test, with everything it stands on and the mock API behind `fetch`. */
import { render, type RenderResult } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { createMockApi, type MockApi, type MockOptions } from "@mock/api";
import { Providers } from "@/app/Providers";

/** Put the mock API behind `fetch`; answers it, so that a test can look behind the scenes. */
export function mockApi(options: MockOptions = {}): MockApi {
  const api = createMockApi(options);
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
    const { signal: _, ...rest } = init ?? {}; // jsdom's signals are not Node's
    return api.handle(new Request(new URL(input, "http://localhost"), rest));
  });
  return api;
}

export interface Page extends RenderResult {
  user: UserEvent;
}

export function renderPage(page: ReactNode, { path = "/" }: { path?: string } = {}): Page {
  window.history.replaceState(null, "", path);
  const drawn = render(<Providers env="test">{page}</Providers>);
  return { ...drawn, user: userEvent.setup() };
}
