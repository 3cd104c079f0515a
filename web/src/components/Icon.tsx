/** The few line icons that the dashboard uses, drawn here so that no icon set is downloaded. */

const PATHS = {
  alert: "M12 8v5m0 3v.01M10.3 4.3 2.6 17.6A2 2 0 0 0 4.3 20.6h15.4a2 2 0 0 0 1.7-3L13.7 4.3a2 2 0 0 0-3.4 0z",
  check: "m5 12.5 4.5 4.5L19 7.5",
  chevron: "m9 6 6 6-6 6",
  close: "M6 6l12 12M18 6 6 18",
  database: "M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zm0 0v6c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12v6c0 1.7 3.6 3 8 3s8-1.3 8-3v-6",
  download: "M12 4v11m0 0-4-4m4 4 4-4M4 19h16",
  down: "M12 5v13m0 0-5-5m5 5 5-5",
  filter: "M4 5h16l-6 7v6l-4 2v-8z",
  help: "M9.2 9a2.9 2.9 0 0 1 5.6 1c0 2-2.8 2.4-2.8 4m0 3v.01",
  lock: "M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11",
  merge: "M6 4v4c0 4 6 4 6 8v4M18 4v4c0 4-6 4-6 8",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  plus: "M12 5v14M5 12h14",
  pencil: "M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19z",
  redo: "M15 14l4-4-4-4M19 10H9a5 5 0 0 0 0 10h3",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 4 4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4m0-14.2-1.4 1.4M6.3 17.7l-1.4 1.4",
  table: "M4 5h16v14H4zM4 10h16M10 5v14",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5m4-5v5",
  undo: "M9 14l-4-4 4-4M5 10h10a5 5 0 0 1 0 10h-3",
  up: "M12 19V6m0 0-5 5m5-5 5 5",
  upload: "M12 16V5m0 0L8 9m4-4 4 4M4 19h16",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: "none" }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
