/** The purpose that the table is meant for, remembered in this browser. */
import { useState } from "react";
import type { Preset } from "@/api/types";

const STORED = "incrowd-preset";

export function usePreset(presets: readonly Preset[]): [Preset | undefined, (name: string) => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORED));
  const choose = (name: string): void => {
    localStorage.setItem(STORED, name);
    setChosen(name);
  };
  return [presets.find(({ name }) => name === chosen) ?? presets[0], choose];
}
