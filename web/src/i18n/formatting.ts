/** Numbers, shares, sizes and dates as the language writes them: `percent(12.34)` is "12.3 %". */
import type { Language } from "./catalogue";

export interface Format {
  /** A whole number with separators. */
  number: (value: number) => string;
  /** A figure with at most so many decimals, three unless told. */
  decimal: (value: number, decimals?: number) => string;
  /** A figure in percent (0 to 100), by default with at most one decimal. */
  percent: (value: number, decimals?: number) => string;
  bytes: (value: number) => string;
  date: (value: string) => string;
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function formatter(language: Language): Format {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const decimal = (value: number, decimals = 3): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(value);
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return {
    number: (value) => whole.format(value),
    decimal,
    percent: (value, decimals = 1) => `${decimal(value, decimals)}\u202f%`,
    bytes: (value) => {
      const step = Math.min(value < 1 ? 0 : Math.floor(Math.log10(value) / 3), UNITS.length - 1);
      const style = { style: "unit", unit: UNITS[step], maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(language, style).format(value / 1000 ** step);
    },
    date: (value) => date.format(new Date(value)),
  };
}
