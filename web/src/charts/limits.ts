/** The limits of the preset that data is meant for, for every chart below: `<Limits value={{ average_risk: 5 }}>`. */
import { createContext, useContext } from "react";
import type { Gauges, Preset } from "@/api/types";

export type GaugeLimits = Partial<Record<keyof Gauges, number>>;

const NONE: GaugeLimits = {};
const Context = createContext<GaugeLimits>(NONE);

export const Limits = Context.Provider;

/** What each figure may be at most; a figure without a limit has fixed bands. */
export function useLimits(): GaugeLimits {
  return useContext(Context);
}

export function limitsOf(preset: Preset | undefined): GaugeLimits {
  return preset ? { average_risk: preset.average_risk, highest_risk: preset.highest_risk } : NONE;
}
