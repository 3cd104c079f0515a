/** Names for tables that are queried: short, easy to write in SQL, each of them once. */
import type { QueryTable } from "@/api/types";
import type { Place } from "../types";

/** What a table would be called: `hospital-a.csv` is "hospital_a", the second "hospital_a_2". */
export function freeName(place: Place, tables: readonly QueryTable[]): string {
  if (place.kind !== "dataset" && place.kind !== "table") return "";
  const wanted = plain(place.kind === "dataset" ? place.name : place.table);
  const taken = new Set(tables.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

function plain(name: string): string {
  const text = name
    .replace(/\.[a-z0-9]{1,8}$/i, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}_]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60);
  return /^\p{L}/u.test(text) ? text : `t_${text || "1"}`;
}
