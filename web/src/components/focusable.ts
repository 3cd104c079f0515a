/** What scrolls must be reachable with the keyboard: `<div role="group" {...FOCUSABLE}>`. */
export const FOCUSABLE = { tabIndex: 0 } as const;
