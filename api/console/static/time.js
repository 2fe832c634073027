/* Pictures of time are browsed: pointer or arrows say each value, + and − come nearer and go back.
   Every page works without this file: the drawing and its table are there. What draws is fetched
   when a picture comes into view or under a key: a first page is light. */
"use strict";
(() => {
  const files = document.currentScript.dataset;
  const HEIGHT = 262;
  const LETTER = 7.2; /* of a figure on the axis */
  const DAY = 86400;
  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const written = (units, [thousands, point, digits]) => {
    const text = String(Math.abs(Math.round(units))).padStart(digits + 1, "0");
    const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, thousands);
    return (units < 0 ? "\u2212" : "") + whole + (digits ? point + text.slice(-digits) : "");
  };
  const clocks = (zone) => {
    const made = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit",
      hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
    });
    return (at) => Object.fromEntries(made.formatToParts(at * 1000).map((one) => [one.type, one.value]));
  };

  const build = (region, plot) => {
    const told = JSON.parse(plot.dataset.series);
    const read = clocks(told.zone);
    const words = plot.dataset;
    const bars = Boolean(told.days);
    const data = bars
      ? [told.days.map((_, at) => at), told.days.map((one) => one[1])]
      : uPlot.join([
        [told.points.map((one) => one[0]), told.points.map((one) => one[1])],
        [told.readings.map((one) => one[0]), told.readings.map((one) => one[1])],
      ]);
    const prizes = new Map(told.prizes || []);
    const first = data[0][0];
    const last = data[0][data[0].length - 1];
    const full = bars ? [first - 0.6, last + 0.6] : [first, last];
    const least = bars ? 2 : Math.max(1, (last - first) / 500);
    const font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const said = document.createElement("p");
    said.className = "browsed-said";
    said.setAttribute("aria-live", "polite");
    const across = (u, splits) => splits.map((one) => {
      if (bars) return Number.isInteger(one) && told.days[one] ? told.days[one][0] : "";
      const at = read(one);
      const span = u.scales.x.max - u.scales.x.min;
      return span > 2 * DAY ? `${at.day}-${at.month}` : span > 600 ? `${at.hour}:${at.minute}` : `${at.hour}:${at.minute}:${at.second}`;
    });
    const say = (u) => {
      const at = u.cursor.idx;
      if (at === null || at === undefined) { said.textContent = words.help; return; }
      const moment = u.data[0][at];
      let when = told.days ? told.days[at][0] : "";
      if (!bars) {
        const now = read(moment);
        when = `${now.day}-${now.month}-${now.year}, ${now.hour}:${now.minute}:${now.second}`;
      }
      let value = u.data[1][at];
      for (let back = at; !bars && (value === undefined || value === null) && back > 0;) {
        back -= 1;
        value = u.data[1][back];
      }
      const parts = [`${when}: ${value === null || value === undefined ? "—" : written(value, told.marks)}`];
      const shown = bars ? null : u.data[2][at];
      if (shown !== null && shown !== undefined) parts.push(`${words.reading} ${written(shown, told.marks)}`);
      if (prizes.has(moment)) parts.push(prizes.get(moment));
      said.textContent = parts.join(" · ");
    };
    /* What stands under the drawing of where its axis begins is said of this one. */
    const from = region.closest(".sheet")?.querySelector(".axis-from");
    const begin = (u) => {
      if (from) from.textContent = from.dataset.said.replace("%s", written(u.scales.y.min, told.marks));
    };
    const drop = (u) => {
      u.ctx.save();
      u.ctx.strokeStyle = token("--bad");
      u.ctx.fillStyle = token("--bad");
      const dot = devicePixelRatio;
      u.ctx.lineWidth = 1.5 * dot;
      u.ctx.font = `600 ${12 * dot}px ${getComputedStyle(document.body).fontFamily}`;
      u.ctx.textAlign = "left";
      let free = -Infinity; /* where the label before ends: two never lie over each other */
      for (const moment of [...prizes.keys()].sort((one, other) => one - other)) {
        if (moment < u.scales.x.min || moment > u.scales.x.max) continue;
        const x = u.valToPos(moment, "x", true);
        u.ctx.beginPath();
        u.ctx.moveTo(x, u.bbox.top);
        u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
        u.ctx.stroke();
        const wide = u.ctx.measureText(prizes.get(moment)).width;
        const at = Math.min(x + 4 * dot, u.bbox.left + u.bbox.width - wide - 4 * dot);
        if (at < free) continue;
        u.ctx.fillText(prizes.get(moment), at, u.bbox.top + 13 * dot);
        free = at + wide + 8 * dot;
      }
      u.ctx.restore();
    };
    const brand = token("--brand");
    const ink = token("--ink-2");
    const shape = bars
      ? { paths: uPlot.paths.bars({ size: [0.7, 64] }), fill: brand, stroke: brand, points: { show: false } }
      : { paths: uPlot.paths.stepped({ align: 1 }), stroke: brand, width: 2, fill: `${brand}14`, points: { show: false } };
    const u = new uPlot({
      width: region.clientWidth,
      height: HEIGHT,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), told.zone),
      legend: { show: false },
      scales: {
        x: { time: !bars, range: (_, low, high) => (low === first && high === last ? full : [low, high]) },
        y: { range: bars ? (_, low, high) => uPlot.rangeNum(Math.min(0, low), Math.max(0, high), 0.1, true) : undefined },
      },
      cursor: { y: false, drag: { x: true, y: false, uni: 20 } },
      axes: [
        { stroke: ink, font, grid: { show: false }, ticks: { stroke: token("--rule-strong"), size: 4 }, space: 76, values: across, incrs: bars ? [1, 2, 5, 10, 15] : undefined },
        { stroke: ink, font, grid: { stroke: token("--rule"), width: 1 }, ticks: { show: false },
          values: (_, splits) => splits.map((one) => written(one, told.marks)),
          size: (_, texts) => 14 + LETTER * Math.max(1, ...(texts || []).map((one) => one.length)) },
      ],
      series: [{}, shape, ...(bars ? [] : [{
        paths: () => null, stroke: token("--link"),
        points: { show: true, size: 9, width: 2, stroke: token("--link"), fill: token("--sheet") },
      }])],
      hooks: { draw: [drop, begin], setCursor: [say] },
    }, data);

    const window_ = () => [u.scales.x.min, u.scales.x.max];
    const show = (low, high) => {
      const span = Math.min(full[1] - full[0], Math.max(least, high - low));
      const begin = Math.min(full[1] - span, Math.max(full[0], (low + high - span) / 2));
      u.setScale("x", { min: begin, max: begin + span });
    };
    const point = (at) => {
      const to = Math.min(data[0].length - 1, Math.max(0, at));
      const moment = data[0][to];
      const [low, high] = window_();
      if (moment < low || moment > high) show(moment - (high - low) / 2, moment + (high - low) / 2);
      /* A new window is drawn in a later turn; only then is there a place in it. */
      setTimeout(() => {
        const left = Math.min(u.over.clientWidth, Math.max(0, u.valToPos(moment, "x")));
        u.setCursor({ left, top: 20 });
      }, 0);
    };
    const nearer = (by) => {
      const [low, high] = window_();
      const at = u.cursor.idx;
      const centre = at === null || at === undefined ? (low + high) / 2 : data[0][at];
      show(centre - (high - low) * by / 2, centre + (high - low) * by / 2);
      if (at !== null && at !== undefined) point(at);
    };
    const here = () => (u.cursor.idx === null || u.cursor.idx === undefined ? data[0].length : u.cursor.idx);
    const does = {
      ArrowLeft: () => point(here() - 1),
      ArrowRight: () => point(here() === data[0].length ? 0 : here() + 1),
      Home: () => point(0),
      End: () => point(data[0].length - 1),
      "+": () => nearer(0.5),
      "-": () => nearer(2),
      0: () => show(...full),
    };
    const press = (event) => {
      const act = does[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    region.addEventListener("keydown", press);
    if (!bars) show(told.from, last);

    const keys = document.createElement("p");
    keys.className = "browsed-keys";
    for (const [sign, name, act] of [["+", words.nearer, "+"], ["\u2212", words.farther, "-"], [words.whole, "", "0"]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn-small";
      button.textContent = sign;
      if (name) button.setAttribute("aria-label", name);
      button.addEventListener("click", does[act]);
      keys.append(button);
    }
    keys.prepend(said);
    region.append(u.root);
    region.after(keys);
    region.classList.add("browsed");
    said.textContent = words.help;
    /* The observer tells the first size too: setting it again would lose the value just asked for. */
    const sized = new ResizeObserver(() => {
      const width = region.clientWidth;
      if (width && width !== u.width) u.setSize({ width, height: HEIGHT });
    });
    sized.observe(region);
    return () => {
      region.removeEventListener("keydown", press);
      sized.disconnect();
      keys.remove();
      u.destroy();
    };
  };

  const dark = matchMedia("(prefers-color-scheme: dark)");
  let fetched = null;
  const fetch_ = () => {
    fetched = fetched || new Promise((done, failed) => {
      const style = document.createElement("link");
      style.rel = "stylesheet";
      style.href = files.style;
      const script = document.createElement("script");
      script.src = files.draws;
      script.addEventListener("load", done);
      script.addEventListener("error", failed);
      document.head.append(style, script);
    });
    return fetched;
  };

  const begin = (region) => {
    let plot = region.querySelector(".plot[data-series]");
    let end = build(region, plot);
    const again = () => { end(); end = build(region, plot); };
    new MutationObserver(() => {
      const now = region.querySelector(".plot[data-series]");
      if (now && now !== plot) { plot = now; again(); }
    }).observe(region, { childList: true });
    dark.addEventListener("change", again);
  };

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) wake(target);
  });
  const wake = (region) => {
    if (region.dataset.waking) return;
    region.dataset.waking = "yes";
    seen.unobserve(region);
    /* Where it cannot be fetched, the drawing stays. */
    fetch_().then(() => begin(region), () => {});
  };
  for (const region of document.querySelectorAll(".scroll")) {
    if (!region.querySelector(".plot[data-series]")) continue;
    seen.observe(region);
    region.addEventListener("focusin", () => wake(region), { once: true });
  }
})();
