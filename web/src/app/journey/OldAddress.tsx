/** Addresses of earlier versions lead to the step where their content is now. */
import type { ReactElement } from "react";
import { Redirect, useSearchParams } from "wouter";

const CHECKED = new Set(["compare", "subsets", "population"]);
const MADE = new Set(["attributes", "rows", "automatic", "history"]);

/** The address of a data set itself, with what used to be its tabs and its dialog. */
export function placeOf(asked: URLSearchParams): string {
  const tab = asked.get("tab") ?? "";
  if (asked.get("dialog") === "export") return "/take";
  const step = CHECKED.has(tab) ? "/check" : MADE.has(tab) || asked.has("attribute") ? "/safe" : "/see";
  return asked.size ? `${step}?${asked.toString()}` : step;
}

export function OldAddress(): ReactElement {
  const [asked] = useSearchParams();
  return <Redirect to={placeOf(asked)} replace />;
}
