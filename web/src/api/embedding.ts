/**
 * A page inside another platform: it stands below /embed, and sends a session of its own with every request.
 *
 * Browsers keep cookies from frames of other sites, and a cookie would be one for all frames: so the session is kept by the page.
 */

export const EMBED = "/embed";
const TICKET = /^#ticket=(.+)$/u;
const sessions = new Map<string, Promise<string | null>>();

/** Whether the page is inside another platform; its address says so wherever somebody goes in it. */
export function isEmbedded(): boolean {
  return window.location.pathname === EMBED || window.location.pathname.startsWith(`${EMBED}/`);
}

/** What lets the page in: begun by the ticket of its link, which works once, or kept since then; null without either. */
export function sessionToken(): Promise<string | null> {
  const place = keyOf(window.location.pathname);
  const ticket = TICKET.exec(window.location.hash)?.[1];
  if (ticket !== undefined) {
    window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
    sessions.set(place, begin(place, ticket));
  }
  const known = sessions.get(place) ?? Promise.resolve(recall(place));
  sessions.set(place, known);
  return known;
}

async function begin(place: string, ticket: string): Promise<string | null> {
  const answered = await fetch(new Request(`${window.location.origin}/api/v1/frames`, {
    method: "POST",
    headers: { Authorization: `Bearer ${ticket}` },
    credentials: "omit",
  }));
  if (!answered.ok) return null;
  const { token } = (await answered.json()) as { token: string };
  try {
    window.sessionStorage.setItem(place, token);
  } catch {
    // A browser that keeps nothing for frames: the session lasts until the frame is loaded again.
  }
  return token;
}

function recall(place: string): string | null {
  try {
    return window.sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

/** Frames of one window share what they keep, so each data set has a place of its own. */
function keyOf(path: string): string {
  return `incrowd-frame-${/\/datasets\/([^/]+)/u.exec(path)?.[1] ?? ""}`;
}

/** The request with what lets it in; cookies never count in a frame. */
export async function admit(request: Request): Promise<Request> {
  if (!isEmbedded()) return request;
  const token = await sessionToken();
  if (token !== null) request.headers.set("Authorization", `Bearer ${token}`);
  return new Request(request, { credentials: "omit" });
}
