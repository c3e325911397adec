// compare.html: runs of one scene by several methods, their curves over each other and what each took, lost and missed. Everything that
// comes from a run is put into the page as text, never as HTML.
import { $, make, rows } from './dom.js';
import { drawPlots, Plot, redrawPlots, spread, words } from './plots.js';
import { inlineRecording } from './recording.js';
import { quantity } from './units.js';

const HUES = 8;
const DASHES = [undefined, [7, 4], [2, 3], [10, 3, 2, 3]]; // tell runs of one hue apart
const OPEN_PLOTS = 20;
const MAX_PLOTS = 60; // of a group
// Violations and residuals, which lie decades apart.
const LOGARITHMIC = ['overlap', 'complementarity', 'distance', 'pull', 'joint_position', 'joint_speed', 'contact_residual', 'missed'];
const STATE_GOOD = 'finished';
const TITLES = { cpu: 'CPU time', cpu_per_step: 'CPU time per step', distance_at: 'at the time', distance_at_end: 'distance at the end' };
const RUNS_GROUPS = ['Cost', 'Distance from the reference'];

let plots = [];
let told; // what the page tells: the JSON that the comparison wrote

// --------------------------------------------------------------------------------------------------------------- curves

const sameTimes = (a, b) => a.length === b.length && a.every((t, i) => t === b[i]);

// Values of a curve at other times, by straight lines; null beyond its ends.
function valuesAt(times, from, data) {
  let i = 0;
  return Array.from(times, (t) => {
    while (i + 2 < from.length && from[i + 1] <= t) i++;
    if (!from.length || t < from[0] || t > from[from.length - 1]) return null;
    if (from.length === 1 || t === from[i]) return data[i];
    if (t === from[i + 1]) return data[i + 1];
    return data[i] + ((t - from[i]) / (from[i + 1] - from[i])) * (data[i + 1] - data[i]);
  });
}

// Curves of all runs over the same times.
function together(curves) {
  const first = curves[0].at;
  if (curves.every((c) => sameTimes(first, c.at))) return { at: first, curves };
  const at = [...new Set(curves.flatMap((c) => Array.from(c.at)))].sort((a, b) => a - b);
  return { at, curves: curves.map((c) => ({ ...c, data: valuesAt(at, c.at, c.data) })) };
}

// Names of the columns of a file in any run, each once, in their order.
function columnsOf(runs, file) {
  const known = new Map();
  for (const run of runs) for (const c of run.histories[file]?.columns.slice(1) ?? []) if (!known.has(c.name)) known.set(c.name, c.unit);
  return [...known].map(([name, unit]) => ({ name, unit }));
}

function plotOf(runs, file, { name, unit }) {
  const curves = [];
  for (const run of runs) {
    const history = run.histories[file];
    const column = history?.columns.find((c) => c.name === name);
    if (!column || !history.rows) continue;
    curves.push({ name: run.label, hue: run.hue, dash: run.dash, at: history.columns[0].data, data: column.data });
  }
  if (!curves.some((c) => spread(c.data) > 0)) return null;
  const log = file === 'residuals.csv' && LOGARITHMIC.includes(name);
  return { id: `${file}:${name}`, title: words(name), unit, log, ...together(curves) };
}

const isOf = (bodies) => (c) => bodies.some((b) => c.name.startsWith(`${b}.`));
const wanted = {
  'energy.csv': (c) => c.unit === 'J' && c.name !== 'initial',
  'residuals.csv': (c) => !c.name.startsWith('contacts_') && c.name !== 'step',
};

function groupsOf(runs) {
  const bodies = [...new Set(told.columns.filter((c) => c[2] === 'Motion').map((c) => c[0].slice(0, c[0].lastIndexOf('.'))))];
  const motion = (c) => isOf(bodies)(c) && /\.(v?[xyz]|w[xyz])$/.test(c.name);
  const of = (file, keep = (c) => c.name !== 'step') => columnsOf(runs, file).filter(keep).map((c) => plotOf(runs, file, c)).filter(Boolean).slice(0, MAX_PLOTS);
  return [
    ['Energy', of('energy.csv', wanted['energy.csv'])],
    ['Motion', of('bodies.csv', motion)],
    ['Probes and flows', [...of('probes.csv'), ...of('flows.csv')]],
    ['Residuals', of('residuals.csv', wanted['residuals.csv'])],
    ['Step size and contacts', of('energy.csv', (c) => ['dt', 'contacts', 'deepest'].includes(c.name))],
    ['Joints and force elements', [...of('joints.csv'), ...of('forces.csv')]],
  ].filter(([, specs]) => specs.length);
}

function showPlots(runs) {
  let left = OPEN_PLOTS;
  const boxes = groupsOf(runs).map(([name, specs]) => {
    left -= specs.length;
    const box = Object.assign(make('details', undefined, 'group'), { open: left >= 0 || name === 'Energy' });
    const summary = make('summary');
    summary.append(make('h3', name), make('span', String(specs.length), 'count'));
    const grid = make('div', undefined, 'grid');
    const made = specs.map((spec) => new Plot(spec, () => {}, () => Infinity));
    grid.append(...made.map((p) => p.element));
    box.append(summary, grid);
    plots.push(...made);
    return box;
  });
  $('plot-list').replaceChildren(...boxes);
  $('curves').hidden = !plots.length;
  drawPlots(plots);
}

// --------------------------------------------------------------------------------------------------------------- tables

function stateCell(run) {
  const cell = make('td');
  const good = run.state === STATE_GOOD;
  cell.append(make('span', run.state, `check ${good ? 'good' : 'bad'}`));
  const failed = (run.summary?.verdict ?? []).filter((c) => !c.pass);
  for (const c of failed) cell.append(make('small', `${c.name}: ${c.what}${c.detail ? `; ${c.detail}` : ''}`));
  return cell;
}

function nameCell(run) {
  const cell = make('th');
  cell.scope = 'row';
  const button = make('button', undefined, `curve c${run.hue}${run.curves ? '' : ' none'}`);
  button.type = 'button';
  button.setAttribute('aria-pressed', 'true');
  button.disabled = !run.curves;
  button.append(make('i'), make('span', run.label));
  button.addEventListener('click', () => {
    const on = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(on));
    for (const plot of plots) plot.show(run.label, on);
  });
  cell.append(button);
  if (run.index === told.reference) cell.append(make('small', 'reference'));
  if (run.report) {
    const link = Object.assign(make('a', 'its report'), { href: run.report.split('/').map(encodeURIComponent).join('/') });
    cell.append(make('small'));
    cell.lastChild.append(link);
  }
  return cell;
}

const heading = (text) => Object.assign(make('th', text), { scope: 'col' });
const titleOf = ([name]) => TITLES[name] ?? words(name);
const valueCell = (value, unit) => make('td', value === null ? '–' : quantity(value, unit, 4), 'number');

// Columns of a group in which some run has a value other than zero.
const columnsIn = (group) => told.columns.map((c, k) => [c, k]).filter(([c, k]) => c[2] === group && told.runs.some((r) => r.row[k]));

function showRuns() {
  const columns = RUNS_GROUPS.flatMap(columnsIn);
  const [head, body] = [$('runs').tHead, $('runs').tBodies[0]];
  rows(head, [[heading('Run'), heading('State'), ...columns.map(([c]) => heading(titleOf(c)))]]);
  rows(body, told.runs.map((run) => [nameCell(run), stateCell(run), ...columns.map(([c, k]) => valueCell(run.row[k], c[1]))]));
  const reference = told.runs[told.reference].label;
  $('runs-note').textContent = `Distances are those of the places of bodies from where they are in the run “${reference}” at the same time, the largest of all bodies with a history. `
    + 'CPU time includes output. A click on a run hides and shows its curves.';
}

function showTable(group, list) {
  const columns = columnsIn(group);
  if (!columns.length) return null;
  const section = make('section', undefined, 'card');
  const table = make('table');
  table.append(make('thead'), make('tbody'));
  rows(table.tHead, [[heading('Run'), ...columns.map(([c]) => heading(titleOf(c)))]]);
  rows(table.tBodies[0], list.map((run) => [Object.assign(make('th', run.label), { scope: 'row' }), ...columns.map(([c, k]) => valueCell(run.row[k], c[1]))]));
  const scroll = Object.assign(make('div', undefined, 'scroll'), { tabIndex: 0 });
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', `Table: ${group}`);
  scroll.append(table);
  section.append(make('h2', group), scroll);
  return section;
}

function showReasons() {
  const list = told.runs.filter((r) => r.reason);
  $('refused').hidden = !list.length;
  $('reasons').replaceChildren(...list.flatMap((run) => [make('h3', `${run.label}: ${run.state}`), make('pre', run.reason)]));
}

function showWords() {
  const finished = told.runs.filter((r) => r.state === STATE_GOOD).length;
  const good = finished === told.runs.length;
  document.title = `${told.title} · abut`;
  $('title').textContent = told.title;
  $('subtitle').textContent = `${told.runs.length} runs: ${told.keys.map((key) => key.replace(/ \[.*/, '')).join(' × ')} · abut ${told.version}`;
  $('verdict').className = `verdict ${good ? 'good' : 'bad'}`;
  $('verdict').textContent = good ? `✓ All ${finished} runs finished, all checks passed` : `✗ ${finished} of ${told.runs.length} runs finished with all checks passed`;
  const without = told.runs.filter((r) => r.results && !r.curves).length;
  $('made').textContent = `Written by abut ${told.version}, by the command abut compare. It needs no network: everything it shows is inside it.`
    + (without ? ` The curves of ${without} runs are left out to keep it small; their folders have them.` : '');
}

// ---------------------------------------------------------------------------------------------------------------- begin

// "penalty, 1 ms": what tells a run from the others.
function labelOf(run) {
  const units = told.keys.map((key) => /\[(.*)\]$/.exec(key)?.[1]);
  return run.values.map((value, k) => (units[k] ? `${value} ${units[k]}` : value)).join(', ') || run.name;
}

function summaryOf(text) {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null; // a damaged run.json tells of no checks
  }
}

async function main() {
  const theme = (dark) => (document.documentElement.dataset.theme = dark ? 'dark' : 'light');
  theme(window.matchMedia('(prefers-color-scheme: dark)').matches);
  $('theme').addEventListener('click', () => {
    theme(document.documentElement.dataset.theme !== 'dark');
    redrawPlots(plots);
  });
  told = JSON.parse($('comparison').textContent);
  told.runs = told.runs.map((run, index) => ({ ...run, index, label: labelOf(run), summary: summaryOf(run.summary), hue: index % HUES, dash: DASHES[Math.floor(index / HUES) % DASHES.length] }));
  showWords();
  showRuns();
  showReasons();
  const shown = told.runs.filter((r) => r.results);
  $('tables').replaceChildren(...['Motion', 'Energy at the end', 'Largest residuals'].map((g) => showTable(g, shown)).filter(Boolean));
  const withCurves = [];
  for (const run of told.runs.filter((r) => r.curves)) withCurves.push({ ...run, histories: (await inlineRecording(run.index)).histories });
  showPlots(withCurves);
  let width = window.innerWidth;
  window.addEventListener('resize', () => {
    if (window.innerWidth !== width) redrawPlots(plots);
    width = window.innerWidth;
  });
  window.abut = { told, plots: () => plots };
  document.documentElement.dataset.ready = 'yes';
}

main().catch((error) => {
  $('problem').hidden = false;
  $('problem').textContent = `This page cannot show everything: ${error.message || error}.`;
});
