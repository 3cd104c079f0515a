/** A component that is fetched when it is first shown, and asked for again while the server is away: `lazily(() => import("./Page"))`. */
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

const TRIES = 8;
const PAUSE = 1000;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as React declares it
export function lazily<Shown extends ComponentType<any>>(fetch: () => Promise<{ default: Shown }>): LazyExoticComponent<Shown> {
  return lazy(() => insist(fetch));
}

/** Ask until it is answered, or the last try fails; a server that is restarted is back within seconds. */
export async function insist<Answer>(fetch: () => Promise<Answer>, tries = TRIES, pause = PAUSE): Promise<Answer> {
  try {
    return await fetch();
  } catch (error) {
    if (tries <= 1) throw error;
    await new Promise((resume) => setTimeout(resume, pause));
    return insist(fetch, tries - 1, pause);
  }
}
