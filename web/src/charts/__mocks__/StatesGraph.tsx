/** Stands in for the graph where nothing is drawn: its risks as a text, a click goes to the start. */
import type { GraphPoint } from "../statesOption";

interface Props {
  points: readonly GraphPoint[];
  onPick: (revision: number) => void;
}

export default function StatesGraph({ points, onPick }: Props) {
  return <button onClick={() => onPick(0)}>{points.map(({ risk }) => risk.toFixed(0)).join(" ")}</button>;
}
