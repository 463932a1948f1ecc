const data = JSON.parse(document.getElementById("data").textContent);
// A custom property of the style, which depends on whether the page is light or dark.
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colour = i => css("--series-" + i % 10);
const allCharts = [];

// A chart whose axes have the page's colours.
function chart(element, options, values) {
  const axes = options.axes.map(axis => Object.assign({}, axis, {
    stroke: () => css("--ink"),
    grid: Object.assign({ stroke: () => css("--grid"), width: 1 }, axis.grid),
    ticks: Object.assign({ stroke: () => css("--grid"), width: 1 }, axis.ticks)
  }));
  const plot = new uPlot(Object.assign({}, options, { axes }), values, element);
  allCharts.push(plot);
  return plot;
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => allCharts.forEach(plot => plot.redraw(false)));
