/** Keep every address of a page inside another platform below /embed, so that it stays there wherever somebody goes. */
import type { ReactElement, ReactNode } from "react";
import { Router } from "wouter";
import { useBrowserLocation } from "wouter/use-browser-location";
import { EMBED } from "@/api/embedding";

function useEmbeddedLocation(): ReturnType<typeof useBrowserLocation> {
  const [path, navigate] = useBrowserLocation();
  return [path.slice(EMBED.length) || "/", (to, options) => navigate(`${EMBED}${String(to)}`, options)];
}

export function EmbeddedRouter({ children }: { children: ReactNode }): ReactElement {
  return (
    <Router hook={useEmbeddedLocation} hrefs={(href) => `${EMBED}${href}`}>
      {children}
    </Router>
  );
}
