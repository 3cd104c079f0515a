/** Errors that concern the whole page: a missing token, a change made in another window. */

export type PageError = "unauthorized" | "conflict";

const channel = new EventTarget();

export function announce(error: PageError): void {
  channel.dispatchEvent(new CustomEvent<PageError>("page-error", { detail: error }));
}

/** Listen; answers the function that stops it. */
export function onPageError(listener: (error: PageError) => void): () => void {
  const heard = (event: Event): void => listener((event as CustomEvent<PageError>).detail);
  channel.addEventListener("page-error", heard);
  return () => channel.removeEventListener("page-error", heard);
}
