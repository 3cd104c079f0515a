/** States visited as points: risk upwards, utility loss to the right, the current one marked. */
import { ScatterChart, LineChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { init, use as register, type EChartsType } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef, type ReactElement } from "react";
import { graphOption, type GraphPoint, type GraphWords } from "./statesOption";

register([ScatterChart, LineChart, GridComponent, TooltipComponent, SVGRenderer]);

export interface StatesGraphProps extends GraphWords {
  points: readonly GraphPoint[];
  name: string;
  dark: boolean;
  onPick: (revision: number) => void;
}

export default function StatesGraph({ points, name, risk, loss, dark, onPick }: StatesGraphProps): ReactElement {
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);

  useEffect(() => {
    if (!holder.current) return undefined;
    const drawn = init(holder.current, null, { renderer: "svg" });
    chart.current = drawn;
    const watch = new ResizeObserver(() => drawn.resize());
    watch.observe(holder.current);
    return () => {
      watch.disconnect();
      drawn.dispose();
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption(graphOption(points, { risk, loss }, dark), true);
  }, [points, risk, loss, dark]);

  useEffect(() => {
    const drawn = chart.current;
    drawn?.off("click");
    drawn?.on("click", ({ seriesType, dataIndex }) => {
      const point = seriesType === "scatter" ? points[dataIndex] : undefined;
      if (point) onPick(point.revision);
    });
  }, [points, onPick]);

  return <div ref={holder} role="img" aria-label={name} style={{ width: "100%", height: "100%" }} />;
}
