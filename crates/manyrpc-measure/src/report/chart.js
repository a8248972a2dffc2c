"use strict";
// Draws each figure.plot from the numbers in it. uPlot has the axes, the canvas and the selection; shapes, legend,
// values under the pointer, touch and print are here.
(() => {
  const COLOURS = 10, ROW = 26, STRIP_ROW = 44, LANE = 12, PRINT_WIDTH = 680, PRINT_SCALE = 2, NEAR = 40;
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const make = (tag, parent, properties) => {
    const element = Object.assign(document.createElement(tag), properties);
    parent?.append(element);
    return element;
  };
  const show = (value) => {
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-4 || size >= 1e9)) return value.toExponential(2);
    return String(size >= 1000 ? Math.round(value * 10) / 10 : Number(value.toPrecision(4)));
  };
  // On an axis: 20000 is 20k.
  const brief = (value) => {
    const size = Math.abs(value);
    if (size >= 1e6) return show(value / 1e6) + "M";
    return size >= 1e4 ? show(value / 1e3) + "k" : show(value);
  };
  // 1, 2 and 5 of each decade, or evenly spaced where those would be too few; at most `most`.
  const ticks = (low, high, log, most) => {
    if (log) {
      const all = (steps) => {
        const found = [];
        for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++)
          for (const step of steps) {
            const value = Number(`${step}e${e}`);
            if (value >= low && value <= high) found.push(value);
          }
        return found;
      };
      const fine = all([1, 2, 5]), coarse = all([1]);
      if (fine.length >= 3 && fine.length <= most) return fine;
      if (fine.length > most) {
        const every = Math.ceil(coarse.length / most);
        return coarse.filter((_, place) => place % every === 0);
      }
    }
    const least = (high - low) / most, power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= least);
    const found = [];
    for (let n = Math.ceil(low / step); n * step <= high; n++) found.push(Number((n * step).toPrecision(12)));
    return found;
  };

  class Chart {
    constructor(figure) {
      this.figure = figure;
      this.plot = JSON.parse(figure.querySelector("script").textContent);
      this.host = figure.querySelector(".chart");
      this.hidden = new Set();
      this.log = { x: this.plot.x.log, y: this.plot.y.log };
      this.names = [...new Set(this.plot.series.map((series) => series.name))];
      this.colour();
      this.tools();
      new ResizeObserver(() => this.resized()).observe(this.host);
    }

    get inRows() {
      return this.plot.rows.length > 0;
    }

    // Series of one name share a colour; the document's colour is only the document's.
    colour() {
      const published = this.plot.series.some((series) => series.published);
      const free = [1, 3, 4, 5, 6, 7, 9, 8, 2, 0].filter((colour) => !(published && colour === 1));
      const chosen = new Map();
      for (const series of this.plot.series) {
        if (!chosen.has(series.name)) chosen.set(series.name, series.published ? 1 : series.colour ?? free[chosen.size % free.length]);
        series.ink = `--f${chosen.get(series.name) % COLOURS}`;
      }
      // What is the document's has one colour: its marks differ.
      const printed = [...new Set(this.plot.series.filter((series) => series.published).map((series) => series.name))];
      for (const series of this.plot.series) series.turned = printed.indexOf(series.name) % 2 === 0;
    }

    tools() {
      this.legend = make("div", null, { className: "legend" });
      this.keys = this.names.map((name) => {
        const series = this.plot.series.find((s) => s.name === name);
        const key = make("button", this.legend, { className: "key", type: "button", title: "click: hide or show; double click: this one only" });
        const mark = make("i", key);
        mark.style.color = `var(${series.ink})`;
        mark.className = series.published ? (series.turned ? "published turned" : "published") : series.dashed ? "dashed" : "";
        key.append(name);
        key.addEventListener("click", () => this.toggle([name], this.hidden.has(name)));
        key.addEventListener("dblclick", () => this.only([name]));
        return key;
      });
      if (this.names.length < 2 && !this.plot.series.some((series) => series.published)) this.legend.hidden = true;
      const bar = make("div", null, { className: "tools" });
      if (this.names.length > 6) {
        make("button", bar, { type: "button", textContent: "all" }).addEventListener("click", () => this.only(this.names));
        make("button", bar, { type: "button", textContent: "none" }).addEventListener("click", () => this.only([]));
      }
      for (const axis of this.inRows ? ["x"] : ["x", "y"]) {
        if (!this.canBeLog(axis)) {
          this.log[axis] = false;
          continue;
        }
        const button = make("button", bar, { type: "button", title: "logarithmic or linear" });
        const word = () => (button.textContent = `${axis}: ${this.log[axis] ? "log" : "linear"}`);
        word();
        button.addEventListener("click", () => {
          this.log[axis] = !this.log[axis];
          word();
          this.build();
        });
      }
      this.back = make("button", bar, { type: "button", textContent: "whole", className: "back", hidden: true, title: "or double click in the plot" });
      this.back.addEventListener("click", () => this.reset());
      make("div", null, { className: "controls" }).append(this.legend, bar);
      this.host.after(bar.parentElement);
    }

    // Logarithmic axes are for what spans more than a factor of three, and is not negative.
    canBeLog(axis) {
      const values = this.plot.series.flatMap((series) => this.along(series, axis).flat());
      const positive = values.filter((value) => value > 0);
      return positive.length > 0 && values.every((value) => value >= 0) && (this.plot[axis].log || greatest(positive) > 3 * least(positive));
    }

    // The columns of a series that lie along an axis.
    along(series, axis) {
      const c = series.columns;
      switch (series.kind) {
        case "ranges": return axis === "x" ? c.slice(1) : [];
        case "boxes": return axis === "x" ? c.slice(1) : [];
        case "strip": return axis === "x" ? [c[0]] : [];
        default: return axis === "x" ? [c[0]] : c.slice(1);
      }
    }

    get shown() {
      return this.plot.series.filter((series) => !this.hidden.has(series.name));
    }

    toggle(names, visible) {
      for (const name of names) visible ? this.hidden.delete(name) : this.hidden.add(name);
      this.names.forEach((name, place) => this.keys[place].setAttribute("aria-pressed", String(!this.hidden.has(name))));
      // Rows of what is hidden are closed up; in other plots the axes stay, so that nothing jumps.
      if (this.inRows) this.build(this.window);
      else this.chart?.redraw(false);
    }

    only(names) {
      this.hidden = new Set(this.names);
      this.toggle(names, true);
    }

    // Zero stands at the lower end of a logarithmic axis, under its own name.
    measure(axis) {
      const all = this.plot.series.flatMap((series) => this.along(series, axis).flat());
      if (this.plot[axis].reference !== null) all.push(this.plot[axis].reference);
      if (!this.log[axis]) return { all, place: (value) => value, zero: null };
      const lowest = least(all.filter((value) => value > 0)), zero = all.some((value) => value <= 0) ? lowest / 3 : null;
      return { all, place: (value) => (value > 0 ? value : zero), zero };
    }

    whole(axis) {
      const { all, place } = this.axes[axis];
      let low = place(least(all)), high = place(greatest(all));
      if (!all.length) [low, high] = [1, 10];
      if (this.log[axis]) {
        const room = Math.max((high / low) ** 0.04, 1.02);
        return { min: low / room, max: high * room };
      }
      const counts = this.plot.series.some((series) => series.kind === "steps");
      if (axis === "y" && low > 0 && (counts || low < 0.5 * high)) low = 0;
      const room = (high - low || Math.abs(high) || 1) * 0.04;
      return { min: low === 0 && axis === "y" ? 0 : low - room, max: high + room };
    }

    resized() {
      const width = this.host.clientWidth;
      if (width > 0 && width !== this.width && !this.printing) this.build(this.window);
    }

    // Builds the plot for the room that it has: at first, in another width, other colours, or for paper.
    build(view) {
      this.width = this.printing ? PRINT_WIDTH : this.host.clientWidth;
      if (!this.width) return;
      const scale = (this.scale = this.printing ? PRINT_SCALE : 1);
      this.axes = { x: this.measure("x"), y: this.inRows ? null : this.measure("y") };
      this.rows = this.plot.rows.map((_, row) => row).filter((row) => this.shown.some((series) => occupies(series, row)));
      const strips = this.plot.series.some((series) => series.kind === "strip");
      this.full = { x: this.whole("x"), y: this.inRows ? { min: -Math.max(this.rows.length, 1), max: 0 } : this.whole("y") };
      this.window = { ...this.full, x: view?.x ?? this.full.x, y: this.inRows ? this.full.y : view?.y ?? this.full.y };
      this.lanes = Math.max(1, ...this.rows.map((row) => this.sharing(row).length));
      const high = Math.max(strips ? STRIP_ROW : ROW, this.lanes > 1 ? 10 + LANE * this.lanes : 0);
      const height = this.inRows ? 58 + high * Math.max(this.rows.length, 1) : Math.min(340, 180 + this.width * 0.2);
      this.font = `${12 * scale}px system-ui, sans-serif`;
      this.chart?.destroy();
      this.host.replaceChildren();
      this.host.style.zoom = this.printing ? String(1 / scale) : "";
      const range = (axis) => () => [this.window[axis].min, this.window[axis].max];
      const distr = (axis) => (this.log[axis] && !(axis === "y" && this.inRows) ? 3 : 1);
      this.chart = new uPlot({
        width: this.width * scale, height: height * scale,
        padding: [8 * scale, 14 * scale, 0, this.inRows ? 4 * scale : null],
        scales: { x: { time: false, distr: distr("x"), range: range("x") }, y: { distr: distr("y"), range: range("y") } },
        axes: [this.axis("x"), this.inRows ? this.rowAxis() : this.axis("y")],
        series: [{}, { scale: "y", paths: () => null, points: { show: false } }],
        legend: { show: false },
        cursor: {
          points: { show: false }, y: !this.inRows,
          drag: { x: true, y: !this.inRows, uni: 30, dist: 5, setScale: false },
          bind: { dblclick: () => () => this.reset() },
        },
        hooks: { draw: [(u) => this.draw(u)], setSelect: [(u) => this.selected(u)], setCursor: [(u) => this.point(u)] },
      }, [[this.window.x.min, this.window.x.max], [null, null]], this.host);
      this.chart.over.setAttribute("role", "img");
      this.chart.over.setAttribute("aria-label", this.plot.title);
      this.tip = make("div", this.chart.over, { className: "tip", hidden: true });
      this.touch(this.chart.over);
      this.back.hidden = same(this.window.x, this.full.x) && same(this.window.y, this.full.y);
    }

    axis(axis) {
      const { label, unit } = this.plot[axis], scale = this.scale, zero = this.axes[axis].zero;
      const most = axis === "x" ? Math.max(3, Math.floor(this.width / 75)) : 8;
      return {
        scale: axis, stroke: css("--soft"), font: this.font, labelFont: this.font,
        label: unit ? `${label}, ${unit}` : label, labelSize: 18 * scale, labelGap: 0,
        size: (axis === "x" ? 30 : 46) * scale, gap: 4 * scale,
        grid: { stroke: css("--rule"), width: 1 }, ticks: { stroke: css("--rule"), width: 1, size: 5 * scale },
        splits: (u, _, low, high) => {
          const found = ticks(zero === null ? low : Math.max(low, zero * 2), high, this.log[axis], most);
          return zero !== null && zero >= low ? [zero, ...found] : found;
        },
        filter: (u, splits) => splits,
        values: (u, splits) => splits.map((value) => (value === zero ? "0" : brief(value))),
      };
    }

    rowAxis() {
      const scale = this.scale, canvas = make("canvas").getContext("2d");
      canvas.font = this.font;
      const most = Math.min(220, this.width * 0.4) * scale;
      const cut = (name) => {
        if (canvas.measureText(name).width <= most) return name;
        while (name.length > 1 && canvas.measureText(name + "…").width > most) name = name.slice(0, -1);
        return name + "…";
      };
      const names = this.rows.map((row) => cut(this.plot.rows[row]));
      const widest = greatest(names.map((name) => canvas.measureText(name).width).concat(20));
      return {
        scale: "y", stroke: css("--ink"), font: this.font, size: widest + 12 * scale, gap: 6 * scale,
        grid: { show: false }, ticks: { show: false },
        splits: () => names.map((_, place) => -place - 0.5), values: () => names,
      };
    }

    draw(u) {
      const { ctx, bbox } = u;
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      this.anchors = [];
      this.unit = uPlot.pxRatio * this.scale;
      this.X = (value) => u.valToPos(this.axes.x.place(value), "x", true);
      this.Y = (value) => u.valToPos(this.inRows ? value : this.axes.y.place(value), "y", true);
      if (this.inRows) this.rules(ctx, bbox);
      this.references(ctx, bbox);
      for (const series of this.shown) {
        const ink = css(series.ink);
        Object.assign(ctx, { strokeStyle: ink, fillStyle: ink, lineWidth: 1.6 * this.unit, globalAlpha: 1, lineJoin: "round" });
        ctx.setLineDash([]);
        this[series.kind](ctx, series);
      }
      ctx.restore();
    }

    rules(ctx, { left, width }) {
      ctx.fillStyle = css("--rule");
      for (let place = 1; place < this.rows.length; place++) ctx.fillRect(left, Math.round(this.Y(-place)), width, 1);
    }

    // A value to judge the others by, right across the plot.
    references(ctx, { left, top, width, height }) {
      ctx.fillStyle = css("--soft");
      const { x, y } = this.plot, thick = 1.5 * this.unit;
      if (x.reference !== null) ctx.fillRect(this.X(x.reference) - thick / 2, top, thick, height);
      if (!this.inRows && y.reference !== null) ctx.fillRect(left, this.Y(y.reference) - thick / 2, width, thick);
    }

    note(series, x, y, text) {
      this.anchors.push({ series, x: x / uPlot.pxRatio, y: y / uPlot.pxRatio, text });
    }

    trace(ctx, xs, ys) {
      ctx.beginPath();
      xs.forEach((x, i) => (i ? ctx.lineTo(this.X(x), this.Y(ys[i])) : ctx.moveTo(this.X(x), this.Y(ys[i]))));
      ctx.stroke();
    }

    mark(ctx, series, x, y, size) {
      const r = size * this.unit;
      ctx.beginPath();
      if (series.published) {
        const corners = series.turned ? [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]] : [[-1, -1], [1, -1], [1, 1], [-1, 1]];
        for (const [dx, dy] of corners) ctx.lineTo(x + dx * r, y + dy * r);
        ctx.closePath();
      } else ctx.arc(x, y, r, 0, 7);
      if (series.published || series.dashed) {
        const ink = ctx.fillStyle;
        ctx.fillStyle = css("--paper");
        ctx.fill();
        ctx.fillStyle = ink;
        ctx.stroke();
      } else ctx.fill();
    }

    marks(ctx, series, xs, ys, size, text) {
      ctx.setLineDash([]);
      xs.forEach((value, i) => {
        const x = this.X(value), y = this.Y(ys[i]);
        if (size) this.mark(ctx, series, x, y, size);
        this.note(series, x, y, () => text(i));
      });
    }

    words(axis, value) {
      const { label, unit } = this.plot[axis];
      return `${label} ${show(value)}${unit && " " + unit}`;
    }

    line(ctx, series) {
      const [xs, ys] = series.columns;
      if (series.dashed || series.published) ctx.setLineDash([6 * this.unit, 4 * this.unit]);
      if (xs.length > 500) ctx.lineWidth = this.unit;
      this.trace(ctx, xs, ys);
      this.marks(ctx, series, xs, ys, xs.length > 40 ? 0 : 3, (i) => `${this.words("x", xs[i])}, ${this.words("y", ys[i])}`);
    }

    points(ctx, series) {
      const [xs, ys] = series.columns;
      const size = series.published ? 4 : xs.length > 300 ? 1.2 : 3;
      this.marks(ctx, series, xs, ys, size, (i) => `${this.words("x", xs[i])}, ${this.words("y", ys[i])}`);
    }

    steps(ctx, series) {
      const [xs, ys] = series.columns, floor = this.Y(this.window.y.min);
      this.stairs(ctx, xs.map(this.X), ys.map((y) => (y > 0 || !this.log.y ? this.Y(y) : floor)), floor);
      xs.slice(0, -1).forEach((x, i) =>
        this.note(series, (this.X(x) + this.X(xs[i + 1])) / 2, this.Y(ys[i]), () => {
          const unit = this.plot.x.unit && " " + this.plot.x.unit;
          return `${show(x)} to ${show(xs[i + 1])}${unit}: ${this.words("y", ys[i])}`;
        }));
    }

    stairs(ctx, xs, ys, floor) {
      ctx.beginPath();
      ctx.moveTo(xs[0], floor);
      xs.forEach((x, i) => {
        ctx.lineTo(x, i ? ys[i - 1] : floor);
        ctx.lineTo(x, ys[i]);
      });
      ctx.lineTo(xs.at(-1), floor);
      ctx.globalAlpha = 0.22;
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.lineWidth = this.unit;
      ctx.stroke();
    }

    band(ctx, series) {
      const [xs, lows, ys, highs] = series.columns;
      ctx.globalAlpha = 0.15;
      ctx.beginPath();
      xs.forEach((x, i) => ctx.lineTo(this.X(x), this.Y(highs[i])));
      for (let i = xs.length - 1; i >= 0; i--) ctx.lineTo(this.X(xs[i]), this.Y(lows[i]));
      ctx.fill();
      ctx.globalAlpha = 1;
      if (xs.length <= 40)
        xs.forEach((x, i) => {
          ctx.beginPath();
          ctx.moveTo(this.X(x), this.Y(lows[i]));
          ctx.lineTo(this.X(x), this.Y(highs[i]));
          ctx.stroke();
        });
      if (series.dashed || series.published) ctx.setLineDash([6 * this.unit, 4 * this.unit]);
      this.trace(ctx, xs, ys);
      this.marks(ctx, series, xs, ys, xs.length > 40 ? 0 : 3, (i) => `${this.words("x", xs[i])}, ${this.words("y", ys[i])} (${show(lows[i])}–${show(highs[i])})`);
    }

    // Where a row is: its middle and the half of its height, or nothing if it is hidden.
    row(row) {
      const place = this.rows.indexOf(row);
      return place < 0 ? null : { middle: this.Y(-place - 0.5), half: (this.Y(-place - 1) - this.Y(-place)) / 2 };
    }

    // The intervals that are shown in a row: several stand below each other.
    sharing(row) {
      return this.shown.filter((series) => series.kind === "ranges" && occupies(series, row));
    }

    ranges(ctx, series) {
      const [rows, lows, values, highs] = series.columns;
      rows.forEach((row, i) => {
        const at = this.row(row);
        if (!at) return;
        const lanes = this.sharing(row), lane = (lanes.indexOf(series) + 0.5) / lanes.length - 0.5;
        const middle = at.middle + lane * at.half * 1.7;
        ctx.lineWidth = 2.5 * this.unit;
        ctx.beginPath();
        ctx.moveTo(this.X(lows[i]), middle);
        ctx.lineTo(this.X(highs[i]), middle);
        ctx.stroke();
        ctx.lineWidth = 1.6 * this.unit;
        this.mark(ctx, series, this.X(values[i]), middle, 3.6);
        const alone = this.lanes === 1 && !this.plot.series.some((other) => other.kind === "boxes");
        if (alone) this.label(ctx, show(values[i]), this.X(lows[i]), this.X(highs[i]), middle);
        this.note(series, this.X(values[i]), middle, () => `${this.plot.rows[row]}: ${this.words("x", values[i])} (${show(lows[i])}–${show(highs[i])})`);
      });
    }

    // Words at the right of something, or at its left where there is no room.
    label(ctx, text, low, high, middle) {
      const ink = ctx.fillStyle, gap = 7 * this.unit, { left, width } = this.chart.bbox;
      Object.assign(ctx, { font: `${11 * this.unit}px system-ui, sans-serif`, textBaseline: "middle", fillStyle: css("--soft") });
      const wide = ctx.measureText(text).width, right = high + gap + wide < left + width;
      if (low - gap >= left || right) {
        ctx.textAlign = right ? "left" : "right";
        ctx.fillText(text, right ? high + gap : low - gap, middle);
      }
      ctx.fillStyle = ink;
    }

    boxes(ctx, series) {
      const [rows, ...values] = series.columns;
      const strips = this.plot.series.some((other) => other.kind === "strip");
      rows.forEach((row, i) => {
        const at = this.row(row);
        if (!at) return;
        const [low, lower, median, upper, high] = values.map((column) => this.X(column[i]));
        const middle = strips ? at.middle + at.half * 0.68 : at.middle, half = strips ? at.half * 0.2 : at.half * 0.55;
        ctx.beginPath();
        for (const [from, to] of [[low, lower], [upper, high]]) {
          ctx.moveTo(from, middle);
          ctx.lineTo(to, middle);
        }
        ctx.stroke();
        ctx.globalAlpha = 0.35;
        ctx.fillRect(lower, middle - half, upper - lower, 2 * half);
        ctx.globalAlpha = 1;
        if (series.dashed || series.published) ctx.setLineDash([4 * this.unit, 3 * this.unit]);
        ctx.strokeRect(lower, middle - half, upper - lower, 2 * half);
        ctx.setLineDash([]);
        ctx.fillRect(median - 1.5 * this.unit, middle - half, 3 * this.unit, 2 * half);
        const [a, b, c, d, e] = values.map((column) => show(column[i])), unit = this.plot.x.unit;
        this.note(series, median, middle, () => `${this.plot.rows[row]}: median ${c} ${unit}, quartiles ${b} and ${d}, 98 % between ${a} and ${e}`);
      });
    }

    strip(ctx, series) {
      const at = this.row(series.row), [xs, ys] = series.columns, highest = greatest(ys);
      if (!at || !(highest > 0)) return;
      const floor = at.middle + at.half * 0.4, height = at.half * 1.32;
      this.stairs(ctx, xs.map(this.X), ys.map((y) => floor - (y / highest) * height), floor);
    }

    // What is nearest to the pointer is named.
    point(u) {
      const { left, top } = u.cursor;
      this.tip.hidden = true;
      if (!(left >= 0) || !this.anchors) return;
      const [x, y] = [left + u.bbox.left / uPlot.pxRatio, top + u.bbox.top / uPlot.pxRatio];
      let nearest = null, distance = Infinity;
      for (const anchor of this.anchors) {
        const [dx, dy] = [anchor.x - x, anchor.y - y];
        const far = this.inRows ? Math.abs(dx) / 20 + Math.abs(dy) : Math.hypot(dx, dy);
        if (far < distance) [nearest, distance] = [anchor, far];
      }
      if (!nearest || distance > (this.inRows ? 1e3 : NEAR)) return;
      this.tip.hidden = false;
      this.tip.replaceChildren(make("b", null, { textContent: nearest.series.name }), " " + nearest.text());
      this.tip.style.borderColor = `var(${nearest.series.ink})`;
      const room = { x: u.over.clientWidth - this.tip.offsetWidth, y: u.over.clientHeight - this.tip.offsetHeight };
      const beside = nearest.y - u.bbox.top / uPlot.pxRatio;
      this.tip.style.left = `${Math.max(0, Math.min(room.x, nearest.x - u.bbox.left / uPlot.pxRatio + 10))}px`;
      this.tip.style.top = `${beside - this.tip.offsetHeight > 10 ? beside - this.tip.offsetHeight - 10 : Math.min(Math.max(room.y, 0), beside + 12)}px`;
    }

    selected(u) {
      const { left, top, width, height } = u.select;
      u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      const view = { ...this.window };
      if (width > 5 && width < u.over.clientWidth) view.x = { min: u.posToVal(left, "x"), max: u.posToVal(left + width, "x") };
      if (!this.inRows && height > 5 && height < u.over.clientHeight) view.y = { min: u.posToVal(top + height, "y"), max: u.posToVal(top, "y") };
      this.look(view);
    }

    look(view) {
      this.window = view;
      this.chart.batch(() => {
        this.chart.setScale("x", view.x);
        this.chart.setScale("y", view.y);
      });
      this.back.hidden = same(view.x, this.full.x) && same(view.y, this.full.y);
    }

    reset() {
      this.look({ ...this.full });
    }

    // A finger drawn across selects; up and down still scrolls the page. Twice quickly shows all again.
    touch(over) {
      let from = null, last = 0;
      const at = (event) => Math.max(0, Math.min(over.clientWidth, event.clientX - over.getBoundingClientRect().left));
      over.addEventListener("pointerdown", (event) => {
        if (event.pointerType !== "touch" || !event.isPrimary) return;
        if (event.timeStamp - last < 350) this.reset();
        last = event.timeStamp;
        from = at(event);
      });
      over.addEventListener("pointermove", (event) => {
        if (from === null || event.pointerType !== "touch") return;
        const [low, high] = [from, at(event)].sort((a, b) => a - b);
        this.chart.setSelect({ left: low, width: high - low, top: 0, height: over.clientHeight }, false);
      });
      const end = (event) => {
        if (from === null || event.pointerType !== "touch") return;
        const width = Math.abs(at(event) - from);
        from = null;
        if (width > 12 && event.type === "pointerup") this.selected(this.chart);
        else this.chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      };
      for (const type of ["pointerup", "pointercancel"]) over.addEventListener(type, end);
    }

    print(printing) {
      this.printing = printing;
      this.build(this.window);
    }
  }

  const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const greatest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
  const same = (a, b) => a.min === b.min && a.max === b.max;
  const occupies = (series, row) => (series.kind === "strip" ? series.row === row : series.columns[0].includes(row));

  const charts = [...document.querySelectorAll("figure.plot")].map((figure) => new Chart(figure));
  const each = (what) => charts.filter((chart) => chart.host.clientWidth > 0).forEach(what);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => each((chart) => chart.build(chart.window)));
  // Paper has its own width, resolution and colours, whatever the screen has.
  const print = (printing) => {
    document.documentElement.classList.toggle("paper", printing);
    each((chart) => chart.print(printing));
  };
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
})();
