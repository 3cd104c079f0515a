/** What the graph of states draws: points joined in the order they were visited. */
import type { EChartsCoreOption } from "echarts/core";

export interface GraphPoint {
  revision: number;
  label: string;
  risk: number;
  loss: number;
  current: boolean;
}

export interface GraphWords {
  risk: string;
  loss: string;
}

/** ECharts cannot read CSS variables, so both schemes are written out. */
const INK = {
  light: { text: "#1d2625", line: "#8a9391", grid: "#e1e4e1", point: "#2f9a93", current: "#b85c00", ground: "#ffffff" },
  dark: { text: "#e4e9e7", line: "#7d8986", grid: "#303a38", point: "#63c3bb", current: "#f2b33d", ground: "#1b2120" },
};

export function graphOption(points: readonly GraphPoint[], words: GraphWords, dark: boolean): EChartsCoreOption {
  const ink = dark ? INK.dark : INK.light;
  const axis = (name: string) => ({
    type: "value",
    name,
    min: 0,
    max: 100,
    nameLocation: "middle",
    nameTextStyle: { color: ink.text },
    axisLabel: { color: ink.text },
    axisLine: { show: true, lineStyle: { color: ink.line } },
    splitLine: { lineStyle: { color: ink.grid } },
  });
  return {
    animation: false,
    grid: { left: 46, right: 24, top: 24, bottom: 40 },
    tooltip: {
      trigger: "item",
      backgroundColor: ink.ground,
      borderColor: ink.line,
      textStyle: { color: ink.text, fontSize: 12 },
      renderMode: "richText",
      formatter: ({ dataIndex }: { dataIndex: number }) => tip(points[dataIndex], words),
    },
    xAxis: { ...axis(words.loss), nameGap: 26 },
    yAxis: { ...axis(words.risk), nameGap: 32 },
    series: [
      {
        type: "line",
        data: points.map(({ loss, risk }) => [loss, risk]),
        lineStyle: { color: ink.line, type: "dashed", width: 1 },
        showSymbol: false,
        silent: true,
      },
      {
        type: "scatter",
        data: points.map((point) => ({
          value: [point.loss, point.risk],
          symbol: point.current ? "diamond" : "circle",
          symbolSize: point.current ? 18 : 11,
          itemStyle: { color: point.current ? ink.current : ink.point, borderColor: ink.ground, borderWidth: 1 },
          label: { show: true, position: "top", formatter: String(point.revision), color: ink.text, fontSize: 11 },
        })),
      },
    ],
  };
}

function tip(point: GraphPoint | undefined, words: GraphWords): string {
  if (!point) return "";
  return `${point.revision}. ${point.label}\n${words.risk}: ${point.risk.toFixed(2)}\n${words.loss}: ${point.loss.toFixed(2)}`;
}
