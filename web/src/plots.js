// Curves over time, linked to the scene: which there are follows from the histories of the run.
import uPlot from 'uplot';
import { DEPTHS } from './recording.js';
import { CURVE } from './palette.js';
import { onAxis, quantity, readable } from './units.js';

const MAX_CURVES = 8;
const MAX_DECADES = 12; // what is smaller is round-off of round-off
const STORED = ['kinetic', 'potential', 'stored_normal', 'stored_tangential', 'stored_springs'];
const LOST = ['lost_damping', 'lost_friction', 'lost_impact', 'lost_constraint'];

export const words = (name) => name.replace(/_/g, ' ');
const largest = (data) => data.reduce((max, x) => (Math.abs(x) > max ? Math.abs(x) : max), 0);
const norm = (columns) => columns[0].data.map((_, i) => Math.hypot(...columns.map((c) => c.data[i])));

function column(history, name) {
  return history?.columns.find((c) => c.name === name);
}

const time = (history) => history.columns[0].data;

// Those with the largest values, in their order.
function chief(curves) {
  const kept = new Set([...curves].sort((a, b) => largest(b.data) - largest(a.data)).slice(0, MAX_CURVES));
  return { curves: curves.filter((c) => kept.has(c)), left: curves.length - kept.size };
}

function energyPlots(history) {
  if (!history) return [];
  const potential = column(history, 'potential').data;
  const lowest = low(potential);
  const all = [...STORED, ...LOST]
    .map((name) => ({ name: words(name), data: column(history, name).data, base: name === 'potential' ? lowest : 0 }))
    .map((c) => ({ ...c, size: c.data.reduce((max, x) => Math.max(max, Math.abs(x - c.base)), 0) }));
  const max = Math.max(...all.map((c) => c.size));
  const curves = all.filter((c) => c.size > 1e-4 * max);
  const at = time(history);
  return [
    { id: 'energy', title: 'Energy by form', unit: 'J', at, curves, stacked: true,
      note: 'Stacked: stored and dissipated energy add up to the initial energy. Potential energy is measured from its minimum; terms below 1/10000 are omitted.' },
    { id: 'residual', title: 'Energy ledger: residual', unit: 'J', at, curves: [{ name: 'residual', data: column(history, 'residual').data }] },
  ];
}

function stepPlots(history) {
  if (!history) return [];
  const dt = column(history, 'dt').data;
  return [{ id: 'dt', title: 'Step size', unit: 's', at: time(history), curves: [{ name: 'step', data: dt }], steps: true }];
}

// From the histories, which are finer in time, or from the frames while a run goes on.
function contactPlots(recording, history) {
  const first = history ? history.columns.length - DEPTHS.length : 0;
  const at = history ? time(history) : recording.frames.map((f) => f.time);
  const counts = (k) => (history ? history.columns[first + k].data : recording.frames.map((f) => f.depths[k]));
  const curves = DEPTHS.map((name, k) => ({ name, data: counts(k) })).filter((c) => c.data.some((x) => x > 0));
  return [{ id: 'contacts', title: 'Contacts by depth of overlap', unit: '', at, curves, stacked: true }];
}

// How far contacts and joints are from the laws they obey. Round-off and real errors lie far apart: the axis is logarithmic.
function residualPlots(history) {
  if (!history) return [];
  const at = time(history);
  const plot = (id, title, unit, names, note) => {
    const curves = Object.entries(names).map(([key, name]) => ({ name, data: column(history, key).data })).filter((c) => c.data.some((x) => x > 0));
    return { id, title, unit, at, curves, note, log: true };
  };
  return [
    plot('signorini:m', 'Contact law: overlap and gap under force', 'm', { overlap: 'overlap', distance: 'gap with a force' },
      'A gap is never negative (overlap), and no force acts across one.'),
    plot('signorini:J', 'Contact law: force times gap', 'J', { complementarity: '|force × gap|' },
      'Zero when contacts are enforced; with compliant ones, force times depth.'),
    plot('signorini:N', 'Contact law: tensile force', 'N', { pull: 'tensile force' }, 'A contact without cohesion transmits no tension.'),
    plot('drift', 'Joints: drift', '', { joint_position: 'position (of the size, or rad)', joint_speed: 'velocity (per s)' },
      'Largest constraint violation of all joints.'),
    plot('solver', 'Contact problem: residual', '', { contact_residual: 'residual' },
      'Of the impulses of all contacts and joints of a step, in units of energy.'),
    plot('sweeps', 'Contact problem: size and iterations', '', { contact_cones: 'contacts', contact_sweeps: 'iterations' },
      'Contacts in the problem of a step, and iterations of its solver.'),
  ];
}

// Null: there is no value at that time.
const low = (data) => data.reduce((a, x) => (x === null ? a : Math.min(a, x)), Infinity);
const high = (data) => data.reduce((a, x) => (x === null ? a : Math.max(a, x)), -Infinity);
export const spread = (data) => high(data) - low(data);

// Whether a curve is readable beside another: neither far away from it nor flat against it.
function fits(wide, c) {
  const size = spread(wide);
  const both = Math.max(high(wide), high(c)) - Math.min(low(wide), low(c));
  return spread(c) > size / 100 && both < 4 * size;
}

// Curves that can share an axis, the widest first.
function alike(curves) {
  const groups = [];
  for (const c of [...curves].sort((a, b) => spread(b.data) - spread(a.data))) {
    const group = groups.find((g) => g.length < MAX_CURVES && fits(g[0].data, c.data));
    if (group) group.push(c);
    else groups.push([c]);
  }
  return groups.map((group) => curves.filter((c) => group.includes(c)));
}

// Curves of columns "name.what [unit]", gathered by unit.
function byUnit(history, file, title) {
  if (!history) return [];
  const units = new Map();
  for (const c of history.columns.slice(2)) {
    if (!units.has(c.unit)) units.set(c.unit, []);
    if (spread(c.data) > 0) units.get(c.unit).push({ name: c.name, data: c.data });
  }
  return [...units].flatMap(([unit, all]) =>
    alike(all).map((curves, k) => ({
      id: `${file}:${unit}${k > 0 ? `:${k}` : ''}`,
      title: `${title}${TITLE[unit] ? `: ${TITLE[unit]}` : ''}${curves.length < 3 ? ` (${curves.map((c) => c.name).join(', ')})` : ''}`,
      unit,
      at: time(history),
      curves,
    })),
  );
}

const TITLE = { m: 'lengths', 'm/s': 'velocities', N: 'forces', rad: 'angles', 'N m': 'torques', 'rad/s': 'rates', '': 'counts' };

function vectors(history, suffix) {
  if (!history) return [];
  const names = history.columns.filter((c) => c.name.endsWith(`.${suffix}x`)).map((c) => c.name.slice(0, -suffix.length - 2));
  return names.map((name) => ({ name, data: norm(['x', 'y', 'z'].map((k) => column(history, `${name}.${suffix}${k}`))) }));
}

function bodyPlots(history) {
  const curves = vectors(history, 'v');
  if (!curves.length) return [];
  const speeds = chief(curves);
  const plots = [{ id: 'speeds', title: 'Speeds', unit: 'm/s', at: time(history), ...speeds }];
  const spins = chief(vectors(history, 'w'));
  if (spins.curves.some((c) => largest(c.data) > 0)) plots.push({ id: 'spins', title: 'Angular speeds', unit: 'rad/s', at: time(history), ...spins });
  return plots;
}

function jointPlots(history) {
  const curves = vectors(history, 'f');
  if (!curves.length) return [];
  return [{ id: 'joints', title: 'Joints: forces', unit: 'N', at: time(history), ...chief(curves) }];
}

// The plots of a run in groups, those without a curve left out.
export function groupsOf(recording) {
  const h = recording.histories;
  const groups = [
    ['Energy', energyPlots(h['energy.csv'])],
    ['Probes and flows', [...byUnit(h['probes.csv'], 'probes', 'Probes'), ...byUnit(h['flows.csv'], 'flows', 'Flows')]],
    ['Motion', bodyPlots(h['bodies.csv'])],
    ['Contacts', contactPlots(recording, h['residuals.csv'])],
    ['Time step and residuals', [...stepPlots(h['energy.csv']), ...residualPlots(h['residuals.csv'])]],
    ['Joints and force elements', [...jointPlots(h['joints.csv']), ...byUnit(h['forces.csv'], 'forces', 'Force elements')]],
  ];
  return groups
    .map(([name, specs]) => ({ name, specs: specs.filter((p) => p.at.length > 1 && p.curves.length) }))
    .filter((g) => g.specs.length);
}

// What is known of one body: its columns of bodies.csv, or its frames.
export function plotsOfBody(recording, label, selected) {
  const history = recording.histories['bodies.csv'];
  const get = (what) => column(history, `${label}.${what}`);
  if (history && get('x')) {
    const at = time(history);
    const three = (letter) => ['x', 'y', 'z'].map((k) => ({ name: letter ? `${letter}${k}` : k, data: get(`${letter}${k}`).data }));
    return [
      { id: 'body:v', title: 'Velocity', unit: 'm/s', at, curves: three('v') },
      { id: 'body:x', title: 'Position', unit: 'm', at, curves: three('') },
      { id: 'body:f', title: 'Force on it', unit: 'N', at, curves: three('f') },
    ];
  }
  return framesOfBody(recording, selected);
}

function framesOfBody(recording, { slot }) {
  const at = [];
  const x = [[], [], []];
  const speed = [];
  const force = [];
  const pose = new Float32Array(7);
  for (const block of recording.blocks) {
    const row = block.ready ? recording.rowIn(block.epoch, slot) : -1;
    for (let f = block.first; row >= 0 && f < block.first + block.frames; f++) {
      if (!recording.there(block, f, row)) continue;
      recording.pose(block, f, row, pose, 0);
      at.push(recording.frames[f].time);
      for (let k = 0; k < 3; k++) x[k].push(pose[k]);
      speed.push(recording.speed(block, f, row));
      let sum = 0;
      recording.contacts(block, f, (lower, upper, a, b, c, value) => {
        if (lower === row || upper === row) sum += value;
      });
      force.push(sum);
    }
  }
  return [
    { id: 'body:v', title: 'Speed', unit: 'm/s', at, curves: [{ name: 'speed', data: speed }] },
    { id: 'body:x', title: 'Position of its centre', unit: 'm', at, curves: ['x', 'y', 'z'].map((name, k) => ({ name, data: x[k] })) },
    { id: 'body:f', title: 'Contact forces, summed', unit: 'N', at, curves: [{ name: 'contact force', data: force }] },
  ];
}

// ------------------------------------------------------------------------------------------------------------- drawing

function sums(spec) {
  const rows = [];
  let below = null;
  for (const c of spec.curves) {
    const b = below;
    below = Array.from(c.data, (x, i) => x - (c.base || 0) + (b ? b[i] : 0));
    rows.push(below);
  }
  return rows;
}

// Colour of a curve: its own, or the next one.
const hueOf = (c, i) => (c.hue ?? i) % MAX_CURVES;

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// A card with one plot. `seek` is called with a time when one clicks into it; `now` tells the scene's; `old` is the plot that this one replaces.
export class Plot {
  constructor(spec, seek, now, old) {
    this.spec = spec;
    this.seek = seek;
    this.now = now;
    this.hidden = new Set([...(old?.hidden ?? [])].filter((i) => spec.curves[i]?.name === old.spec.curves[i].name));
    this.element = document.createElement('figure');
    this.element.className = 'plot';
    this.element.dataset.plot = spec.id;
    const caption = document.createElement('figcaption');
    caption.textContent = spec.title;
    this.legend = document.createElement('ul');
    this.legend.className = 'legend';
    this.box = document.createElement('div');
    this.box.className = 'chart';
    this.box.setAttribute('role', 'img');
    this.box.setAttribute('aria-label', this.inWords());
    this.element.append(caption, this.legend, this.box);
    const notes = [spec.note, spec.left > 0 ? `The ${spec.curves.length} largest of ${spec.curves.length + spec.left}.` : ''].filter(Boolean);
    if (notes.length) {
      const note = document.createElement('p');
      note.className = 'note';
      note.textContent = notes.join(' ');
      this.element.append(note);
    }
    this.makeLegend();
  }

  inWords() {
    const { spec } = this;
    const parts = spec.curves.map((c) => {
      return `${c.name} from ${quantity(low(c.data), spec.unit)} to ${quantity(high(c.data), spec.unit)}`;
    });
    return `${spec.title} over time: ${parts.join('; ')}.`;
  }

  makeLegend() {
    this.values = this.spec.curves.map((c, i) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.setAttribute('aria-pressed', String(!this.hidden.has(i)));
      button.className = `curve c${hueOf(c, i)}`;
      const name = document.createElement('span');
      name.textContent = c.name;
      const value = document.createElement('output');
      button.append(document.createElement('i'), name, value);
      button.disabled = this.spec.curves.length === 1;
      button.addEventListener('click', () => this.toggle(i, button));
      item.append(button);
      this.legend.append(item);
      return value;
    });
  }

  toggle(i, button) {
    const show = this.hidden.has(i);
    if (show) this.hidden.delete(i);
    else this.hidden.add(i);
    button.setAttribute('aria-pressed', String(show));
    this.draw();
  }

  // Shows or hides the curve of a name, if there is one.
  show(name, on) {
    const i = this.spec.curves.findIndex((c) => c.name === name);
    if (i >= 0 && this.hidden.has(i) === on) this.toggle(i, this.legend.children[i].firstChild);
  }

  // (Re)makes the chart in the colours of the theme.
  draw() {
    const { spec } = this;
    const width = this.box.clientWidth;
    if (!width) return;
    this.chart?.destroy();
    const dark = document.documentElement.dataset.theme === 'dark';
    const colours = CURVE[dark ? 'dark' : 'light'];
    const shown = { ...spec, curves: spec.curves.map((c, i) => (this.hidden.has(i) && spec.stacked ? { ...c, data: c.data.map(() => c.base || 0) } : c)) };
    const data = [spec.at, ...(spec.stacked ? sums(shown) : spec.curves.map((c) => (spec.log ? powers(c.data) : c.data)))];
    const max = data.slice(1).reduce((a, d) => Math.max(a, largest(d)), 0);
    const y = spec.log ? { scale: 1, unit: spec.unit } : readable(max, spec.unit);
    const tick = (t, step) => (spec.log ? `1e${t}`.replace('-', '−') : onAxis(t / y.scale, step / y.scale));
    const x = readable(spec.at[spec.at.length - 1], 's');
    const axis = { stroke: css('--soft'), grid: { stroke: css('--line'), width: 1 }, ticks: { show: false }, font: '11px system-ui, sans-serif', labelFont: '11px system-ui, sans-serif' };
    const options = {
      width,
      height: Math.max(150, Math.min(190, width * 0.42)),
      legend: { show: false },
      cursor: { sync: { key: 'abut' }, points: { size: 6 }, drag: { x: true, y: false, setScale: true }, focus: { prox: 16 } },
      scales: { x: { time: false }, y: { range: (u, from, to) => (spec.log ? decades(from, to) : range(from, to, spec.stacked)) } },
      axes: [
        { ...axis, size: 28, values: (u, ticks, i, space, step) => ticks.map((t) => `${onAxis(t / x.scale, step / x.scale)}${t === ticks[ticks.length - 1] ? ` ${x.unit}` : ''}`) },
        { ...axis, ...(spec.log && { incrs: [1, 2, 5, 10, 20, 50] }), size: (u, labels) => Math.max(40, 16 + 6.2 * Math.max(0, ...(labels ?? []).map((l) => l.length))),
          values: (u, ticks, axis_, space, step) => ticks.map((t, i) => `${tick(t, step)}${i === ticks.length - 1 && y.unit ? ` ${y.unit}` : ''}`) },
      ],
      series: [{}, ...spec.curves.map((c, i) => this.series(c, i, colours, dark))],
      bands: spec.stacked ? spec.curves.slice(1).map((_, i) => ({ series: [i + 2, i + 1], fill: shade(colours[(i + 1) % 8], dark) })) : [],
      hooks: { draw: [(u) => this.drawNow(u)], setCursor: [(u) => this.say(u)], ready: [(u) => this.listen(u)] },
    };
    this.chart = new uPlot(options, data, this.box);
    this.tick();
  }

  series(c, i, colours, dark) {
    const { spec } = this;
    return {
      label: c.name,
      stroke: colours[hueOf(c, i)],
      dash: c.dash,
      width: spec.stacked ? 1 : 1.6,
      show: spec.stacked || !this.hidden.has(i),
      points: { show: false },
      fill: spec.stacked && i === 0 ? shade(colours[0], dark) : undefined,
      paths: spec.steps ? uPlot.paths.stepped({ align: -1 }) : undefined,
    };
  }

  listen(u) {
    let x = 0;
    u.over.addEventListener('mousedown', (e) => (x = e.clientX));
    u.over.addEventListener('click', (e) => {
      if (Math.abs(e.clientX - x) < 4) this.seek(u.posToVal(e.clientX - u.over.getBoundingClientRect().left, 'x'));
    });
  }

  drawNow(u) {
    const at = u.valToPos(this.now(), 'x', true);
    const { left, top, width, height } = u.bbox;
    if (at < left || at > left + width) return;
    u.ctx.save();
    u.ctx.strokeStyle = css('--accent');
    u.ctx.lineWidth = 1.5 * devicePixelRatio;
    u.ctx.beginPath();
    u.ctx.moveTo(at, top);
    u.ctx.lineTo(at, top + height);
    u.ctx.stroke();
    u.ctx.restore();
  }

  // Values under the cursor, or at the scene's time.
  say(u) {
    const index = u.cursor.idx ?? this.index(this.now());
    this.spec.curves.forEach((c, i) => {
      this.values[i].textContent = quantity(c.data[index], this.spec.unit, 3);
    });
  }

  index(time) {
    const { at } = this.spec;
    let low = 0;
    let high = at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  tick() {
    if (!this.chart) return;
    this.chart.redraw(false, false);
    this.say(this.chart);
  }

  destroy() {
    this.chart?.destroy();
    this.element.remove();
  }
}

// Those that come into sight are drawn; the others wait.
const sight = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const plot = entry.target.plot;
    plot.visible = entry.isIntersecting;
    if (plot.visible && plot.stale) {
      plot.draw();
      plot.stale = false;
    } else if (plot.visible) plot.tick();
  }
}, { rootMargin: '300px' });

export function drawPlots(list) {
  for (const plot of list) {
    plot.element.plot = plot;
    plot.stale = true;
    sight.unobserve(plot.element);
    sight.observe(plot.element);
  }
}

export function redrawPlots(list) {
  for (const plot of list) {
    plot.stale = true;
    if (plot.visible) {
      plot.draw();
      plot.stale = false;
    }
  }
}

function shade(colour, dark) {
  return `${colour}${dark ? '55' : '4d'}`;
}

// Logarithms to draw; where there is none the curve has a hole.
const powers = (data) => Array.from(data, (x) => (x > 0 ? Math.log10(x) : null));

function decades(from, to) {
  if (from === null || to === null) return [0, 1];
  const top = Math.ceil(to);
  return [Math.min(Math.max(Math.floor(from), top - MAX_DECADES), top - 1), top];
}

function range(from, to, stacked) {
  if (from === null || to === null || !Number.isFinite(from) || !Number.isFinite(to)) return [0, 1];
  if (from === to) {
    const size = Math.abs(from) || 1;
    return [from - (from >= 0 && from - size < 0 ? from : size), to + size];
  }
  const pad = 0.06 * (to - from);
  return [stacked && from >= 0 ? 0 : from - (from === 0 ? 0 : pad), to + pad];
}
