/** Which steps of a data set were looked at in this browser: `const visited = useVisited(id, "see")`. */
import { useEffect, useState } from "react";

const keyOf = (id: string): string => `incrowd:visited:${id}`;

function read(id: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

function keep(id: string, visited: ReadonlySet<string>): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify([...visited]));
  } catch {
    // Without storage, a step is forgotten with the page.
  }
}

/** The step that is open counts from the moment it is left. */
export function useVisited(id: string, step: string | undefined): ReadonlySet<string> {
  const [visited, visit] = useState(() => read(id));
  useEffect(() => {
    if (step === undefined) return undefined;
    return () => {
      const now = new Set([...read(id), step]);
      keep(id, now);
      visit(now);
    };
  }, [id, step]);
  return visited;
}
