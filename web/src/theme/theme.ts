/** The look: a calm teal on warm greys, contrast at WCAG AA in light and dark. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

const crowd: MantineColorsTuple = [
  "#e9f6f5",
  "#d3eae8",
  "#a5d5d1",
  "#74bfb9",
  "#4fada6",
  "#2f9a93",
  "#17847d",
  "#0f6a66",
  "#0b5350",
  "#073d3b",
];

const FONT =
  '"Inter Variable", "Segoe UI Variable Text", "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", Arial, sans-serif';

/** The smallest text of the page: 14 px. */
const SMALL = "0.875rem";

export const theme = createTheme({
  primaryColor: "crowd",
  primaryShade: { light: 7, dark: 6 },
  colors: { crowd },
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace',
  // Nothing is smaller than 14 px: see DESIGN.md.
  fontSizes: { xs: SMALL, sm: SMALL, md: "1rem", lg: "1.125rem", xl: "1.25rem" },
  headings: { fontFamily: FONT, fontWeight: "650" },
  defaultRadius: "md",
  autoContrast: true,
  luminanceThreshold: 0.35,
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250, multiline: true } },
    // A dialog's header is no second banner of the page.
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        attributes: { header: { role: "presentation" } },
      },
    },
    // Coloured words on a tint of the same colour are too faint in light mode.
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
    Notification: { styles: { description: { color: "var(--mantine-color-text)" } } },
    Table: { defaultProps: { verticalSpacing: "xs", horizontalSpacing: "sm" } },
  },
});

/** Mantine's dimmed grey is too faint on tinted grounds, so text colours are set here. */
export const variables: CSSVariablesResolver = () => ({
  variables: {
    "--header-height": "3.25rem",
    "--text-small": SMALL,
    "--gap": "10px",
    "--radius": "8px",
    "--raised": "0 1px 2px rgb(0 0 0 / 6%), 0 4px 12px rgb(0 0 0 / 6%)",
    "--quick": "120ms ease-out",
  },
  light: {
    "--mantine-color-body": "#fbfbfa",
    "--mantine-color-text": "#1d2625",
    "--mantine-color-dimmed": "#56615f",
    "--mantine-color-placeholder": "#66706e",
    "--mantine-color-error": "#b3261e",
    "--surface": "#ffffff",
    "--scroll-shade": "#00000033",
    "--surface-sunken": "#f3f4f2",
    "--line": "#e1e4e1",
    "--line-strong": "#8a9391",
    "--accent": "#0f6a66",
    "--accent-soft": "#e4f3f1",
    "--changed-cell": "#fff3d6",
    "--bar": "#4fada6",
    "--good": "#1c7c36",
    "--warn": "#8a5300",
  },
  dark: {
    "--mantine-color-body": "#141918",
    "--mantine-color-text": "#e4e9e7",
    "--mantine-color-dimmed": "#a3aeab",
    "--mantine-color-placeholder": "#97a29f",
    "--mantine-color-error": "#ff9d94",
    "--surface": "#1b2120",
    "--scroll-shade": "#00000099",
    "--surface-sunken": "#232a29",
    "--line": "#303a38",
    "--line-strong": "#7d8986",
    "--accent": "#63c3bb",
    "--accent-soft": "#17332f",
    "--changed-cell": "#3d3415",
    "--bar": "#2f9a93",
    "--good": "#5fc27a",
    "--warn": "#f2b33d",
  },
});
