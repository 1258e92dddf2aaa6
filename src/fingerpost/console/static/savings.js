// The charts, drawn from the table of their numbers: whoever reads one reads the other.
"use strict";

(() => {
  const table = document.getElementById("numbers-table");
  if (!table) return;

  const style = (element, name) => getComputedStyle(element).getPropertyValue(name).trim();
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const LABEL = 15; // the height of a label of a line, in pixels of the page
  const part = Number(table.dataset.part);
  // The part that is going on, of which only some hours have passed.
  const lastPart = Math.floor((Number(table.dataset.until) - 1) / part) * part;

  /** Return the times, the shares of each layer and the share that needs a model; null where nothing was decided. */
  function numbers() {
    const rows = [...table.tBodies[0].rows].reverse();
    const heads = [...table.querySelectorAll("th[data-series]")];
    const found = { times: [], layers: heads.map(() => []), left: [], heads };
    let last = null;
    for (const row of rows) {
      const at = Number(row.dataset.at);
      if (last !== null && at - last > part) {
        found.times.push(last + part);
        for (const values of [...found.layers, found.left]) values.push(null);
      }
      found.times.push(at);
      row.querySelectorAll("td[data-share]").forEach((cell, place) => found.layers[place].push(Number(cell.dataset.share)));
      found.left.push(Number(row.querySelector("td[data-left]").dataset.left));
      last = at;
    }
    return found;
  }

  /** Return each series with those below it, so that drawn one over the other they stack. */
  function stacked(layers) {
    let below = layers[0].map((value) => (value === null ? null : 0));
    return layers.map((values) => (below = values.map((value, place) => (value === null ? null : below[place] + value))));
  }

  function base(place, label, top) {
    const muted = style(document.documentElement, "--muted");
    const grid = { stroke: style(document.documentElement, "--grid"), width: 1 };
    const font = "12px system-ui, sans-serif";
    const axis = { stroke: muted, grid, ticks: grid, font, labelFont: font, labelSize: 18 };
    return {
      width: place.clientWidth,
      height: place.clientHeight,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "Etc/UTC"),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
      scales: {
        x: { time: true, range: () => [Number(table.dataset.since) - part * 0.6, lastPart + part * 0.6] },
        y: { range: [0, top] },
      },
      axes: [
        { ...axis, label: "Time (UTC)", size: 40, grid: { show: false }, values: timeLabels },
        { ...axis, label, size: 52, values: (_, splits) => splits.map((value) => `${Math.round(100 * value)} %`) },
      ],
    };
  }

  function timeLabels(_, splits) {
    const days = part >= 86400;
    return splits.map((at) => {
      const text = new Date(at * 1000).toISOString();
      const midnight = text.slice(11, 16) === "00:00";
      return days || midnight ? text.slice(5, 10) : text.slice(11, 16);
    });
  }

  /** Tell the numbers under the pointer below a chart. */
  function reading(place, words) {
    const said = place.nextElementSibling;
    return (chart) => {
      const index = chart.cursor.idx;
      said.textContent = index === null || index === undefined ? "\u00a0" : words(index) ?? "\u00a0";
    };
  }

  const when = (at) => new Date(at * 1000).toISOString().slice(0, part >= 86400 ? 10 : 16).replace("T", " ");

  function layersChart(place, found) {
    const sums = stacked(found.layers);
    const bars = uPlot.paths.bars({ size: [0.85, 48], gap: 1 });
    const series = found.heads.map((head) => {
      const colour = style(head, "--layer");
      return { label: head.textContent, fill: colour, stroke: colour, width: 0, paths: bars, points: { show: false } };
    });
    const told = (index) => {
      if (found.layers[0][index] === null) return null;
      const parts = found.heads.map((head, place) => [head.textContent, found.layers[place][index]]).filter(([, share]) => share > 0);
      return `${when(found.times[index])}: ${parts.map(([name, share]) => `${name} ${percent(share)}`).join(", ")}`;
    };
    const options = { ...base(place, "Share of decisions", 1), series: [{}, ...series.reverse()], hooks: { setCursor: [reading(place, told)] } };
    // The highest first: each lower one is drawn over it.
    return new uPlot(options, [found.times, ...sums.reverse()], place);
  }

  function leftChart(place, found) {
    const colour = style(document.documentElement, "--accent");
    const most = Math.max(...found.left.filter((share) => share !== null));
    const limits = [...document.querySelectorAll(".phases tr[data-limit]")]
      .map((row) => ({ name: row.querySelector(".phase").textContent, limit: Number(row.dataset.limit) }))
      .filter(({ limit }) => limit < 1);
    const drawLimits = (chart) => {
      const { ctx, bbox } = chart;
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = style(document.documentElement, "--limit");
      ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
      ctx.textAlign = "left";
      ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
      ctx.textBaseline = "bottom";
      // Lines that are too close together for a label each have one above them all.
      chart.labels = [];
      for (const { name, limit } of limits) {
        const y = Math.round(chart.valToPos(limit, "y", true)) + 0.5;
        ctx.beginPath();
        ctx.moveTo(bbox.left, y);
        ctx.lineTo(bbox.left + bbox.width, y);
        ctx.stroke();
        const text = `${name}: ${Math.round(100 * limit)} %`;
        const above = chart.labels.at(-1);
        if (above && y - above.last < LABEL * devicePixelRatio) Object.assign(above, { text: `${above.text}, ${text}`, last: y });
        else chart.labels.push({ text, y, last: y });
      }
      // At the left, where shares that fall with time are still high.
      for (const { text, y } of chart.labels) ctx.fillText(text, bbox.left + 4 * devicePixelRatio, y - 2 * devicePixelRatio);
      ctx.restore();
    };
    const told = (index) => (found.left[index] === null ? null : `${when(found.times[index])}: ${percent(found.left[index])} need a model`);
    const options = {
      ...base(place, "Need a model", most > 0.22 ? Math.min(1, Math.ceil(most * 10.5) / 10) : 0.25),
      series: [{}, { label: "Need a model", stroke: colour, width: 2, points: { show: true, size: 6, fill: colour } }],
      hooks: { draw: [drawLimits], setCursor: [reading(place, told)] },
    };
    return new uPlot(options, [found.times, found.left], place);
  }

  const drawing = { layers: layersChart, left: leftChart };
  const places = [...document.querySelectorAll("[data-chart]")];
  const drawn = new Map();

  function draw() {
    const found = numbers();
    for (const place of places) {
      drawn.get(place)?.destroy();
      const chart = drawing[place.dataset.chart](place, found);
      drawn.set(place, chart);
      place.chart = chart;
    }
  }

  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  new ResizeObserver(() => {
    for (const [place, chart] of drawn) chart.setSize({ width: place.clientWidth, height: place.clientHeight });
  }).observe(places[0]);
})();
