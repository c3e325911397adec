// The page: reads the recording, shows the scene, the plots and what the run says about itself. Everything that comes from a run is put
// into the page as text, never as HTML.
import { $, make, numberCell, rows } from './dom.js';
import { FLAG, FORM, inlineRecording, servedRecording } from './recording.js';
import { scaleGradient } from './palette.js';
import { drawPlots, groupsOf, Plot, plotsOfBody, redrawPlots } from './plots.js';
import { COLOURS, MARKS, View } from './scene.js';
import { number, quantity, seconds } from './units.js';

const FEW = 40; // bodies that are told apart by colour; when there are more, their materials are
const MAX_NAMES = 2000; // in the list to choose from
const KEEP = 12e6; // body-frames that are unpacked ahead of time
const OPEN_PLOTS = 16;
const FORMS = ['ball', 'box', 'cylinder', 'plane', 'solid', 'compound'];

const state = { time: 0, playing: false, speed: 1, live: false };
let recording;
let view;
let plots = [];
let bodyPlots = [];
let shownTime = -1;
let dirty = true;
let wallClock = 0;

// ---------------------------------------------------------------------------------------------------------------- words

function checkRow(check) {
  const name = make('td');
  name.append(make('span', check.name, `check ${check.pass ? 'good' : 'bad'}`), make('small', check.what));
  if (!check.pass && check.detail) name.append(make('small', `${check.detail}.`));
  if (!check.pass) name.append(make('small', `To do: ${check.hint}.`));
  name.firstChild.setAttribute('aria-label', `${check.name}: ${check.pass ? 'passed' : 'failed'}`);
  name.firstChild.setAttribute('role', 'img');
  return [name, numberCell(number(check.value, 3)), numberCell(number(check.limit, 3))];
}

function showVerdict() {
  const { summary, failure } = recording.about;
  const checks = summary?.verdict ?? [];
  const failed = checks.filter((c) => !c.pass).length;
  const chip = $('verdict');
  chip.hidden = !checks.length;
  const good = !failed && !failure;
  chip.className = `verdict ${good ? 'good' : 'bad'}`;
  chip.textContent = good ? `✓ All ${checks.length} checks passed` : failed ? `✗ ${failed} of ${checks.length} checks failed` : '✗ Ended early';
  rows($('check-rows'), checks.map(checkRow));
  $('failure').hidden = !failure;
  $('failure').textContent = failure || '';
  $('checks').hidden = !checks.length;
}

function showThinned() {
  const { frames, shown, limit } = recording.about;
  const notes = [];
  if (frames > shown) notes.push(`This page shows ${shown} of ${frames} frames to stay below ${Math.round(limit / 1e6)} MB; results.vtkhdf has all.`);
  for (const h of Object.values(recording.histories)) {
    if (h.of > h.rows) notes.push(`Curves show ${h.rows} of the ${h.of} rows of ${h.file}.`);
  }
  $('thinned').textContent = notes.join(' ');
}

function showNumbers() {
  const s = recording.about.summary;
  $('numbers').hidden = !s;
  if (!s) return;
  const list = [
    ['Simulated time', quantity(s.time, 's', 6)],
    ['Steps', `${s.step} of ${s.steps}`],
    ['Bodies', number(s.bodies)],
    ['Contacts at the end', number(s.contacts)],
    ['Frames', number(s.frames)],
    ['Deepest overlap', quantity(s.deepest_ever, 'm')],
    ['Energy in play', quantity(s.turnover, 'J')],
    ['Steps in which a loss supplied energy', number(Object.values(s.losses).reduce((n, l) => n + l.gave_in_steps, 0))],
    ['Overlap missed by contact detection', quantity(s.worst.missed, 'm')],
    ['Largest force × gap of a contact', quantity(s.worst.complementarity, 'J')],
    ...(recording.about.joints.length ? [['Largest error of a joint', number(s.worst.joint_position)], ['Largest velocity error of a joint', `${number(s.worst.joint_speed)} 1/s`]] : []),
    ...(s.contact_problems ? [['Largest number of contacts in a problem', number(s.contact_problems.max_contacts)], ['Iterations of the contact solver', number(s.contact_problems.iterations)],
      ['Worst residual of a contact problem', number(s.contact_problems.worst_residual)], ['Contact problems above the tolerance', number(s.contact_problems.above_tolerance)],
      ['Energy lost to friction', quantity(s.losses.friction.taken, 'J')]] : []),
    ...Object.entries(s.energy).map(([name, value]) => [`Energy: ${name.replace(/_/g, ' ')}`, quantity(value, 'J', 6)]),
    ['State hash', s.hash],
    ['Scene hash', recording.about.scene_hash],
  ];
  rows($('number-rows'), list.map(([name, value]) => [make('td', name), numberCell(value)]));
}

function showScene() {
  const { resolved = [], scene, set = [] } = recording.about;
  const value = (v) => (Array.isArray(v) ? `[${v.map((x) => number(x, 8)).join(', ')}]` : typeof v === 'number' ? number(v, 8) : v === null ? 'none' : String(v));
  rows($('resolved-rows'), resolved.map(([key, v, unit]) => [make('td', key), make('td', value(v)), make('td', unit)]));
  $('resolved-box').hidden = !resolved.length;
  $('text-box').hidden = !scene;
  $('file').hidden = !resolved.length && !scene;
  $('text').textContent = scene || '';
  $('overrides').textContent = set.length ? `Overridden on the command line: ${set.join('; ')}` : '';
}

function showWords() {
  const { about } = recording;
  const title = about.title || 'A run of abut';
  const block = recording.blocks[recording.blocks.length - 1];
  const bodies = about.summary?.bodies ?? (block.ready ? recording.population(block, recording.frames.length - 1) : recording.epochs[block.epoch].n);
  const max = recording.epochs.reduce((a, table) => Math.max(a, table.n), 0);
  document.title = `${title} · abut`;
  $('title').textContent = title;
  const parts = [max > bodies ? `${max} bodies, ${bodies} at the end` : bodies === 1 ? '1 body' : `${bodies} bodies`, `${seconds(recording.duration, recording.duration)}`, `${recording.frames.length} frames`];
  if (about.summary) parts.push(`${about.summary.steps} steps`);
  $('subtitle').textContent = `${parts.join(' · ')} · abut ${about.version}`;
  $('made').textContent = `Written by abut ${about.version}; state hash ${about.summary ? about.summary.hash : '(still running)'}. It needs no network: everything it shows is inside it.`;
  showVerdict();
  showThinned();
  showNumbers();
  showScene();
}

// ---------------------------------------------------------------------------------------------------------------- plots

function seek(time) {
  state.time = Math.min(Math.max(time, 0), recording.duration);
  dirty = true;
}

// Groups open in their order until there are enough plots to look at; what the reader opened, closed or switched off stays so.
function showPlots() {
  const old = new Map(plots.map((p) => [p.spec.id, p]));
  const opened = new Map([...$('plot-list').children].map((box) => [box.dataset.group, box.open]));
  let left = OPEN_PLOTS;
  plots = [];
  const boxes = groupsOf(recording).map(({ name, specs }) => {
    left -= specs.length;
    const box = Object.assign(make('details', undefined, 'group'), { open: opened.get(name) ?? left >= 0 });
    box.dataset.group = name;
    const summary = make('summary');
    summary.append(make('h3', name), make('span', String(specs.length), 'count'));
    const grid = make('div', undefined, 'grid');
    const made = specs.map((spec) => new Plot(spec, seek, () => state.time, old.get(spec.id)));
    grid.append(...made.map((p) => p.element));
    box.append(summary, grid);
    plots.push(...made);
    return box;
  });
  for (const plot of old.values()) plot.destroy();
  $('plot-list').replaceChildren(...boxes);
  $('plots').hidden = !plots.length;
  drawPlots(plots);
}

// ------------------------------------------------------------------------------------------------------------ one body

function select(row) {
  const old = view.selected;
  if (row < 0) {
    view.selected = null;
    $('inspector').hidden = true;
    $('body').value = '';
  } else {
    const table = recording.epochs[view.epoch];
    const body = table.owner[row]; // a collider moves as its body does
    view.selected = { slot: table.slot[body] };
    if (!old || old.slot !== view.selected.slot) inspect(body);
  }
  dirty = true;
}

function inspect(row) {
  const table = recording.epochs[view.epoch];
  const label = recording.label(view.epoch, row);
  $('inspector').hidden = false;
  $('inspector-name').textContent = label;
  $('body').value = label;
  $('said').textContent = `Selected ${label}.`;
  for (const plot of bodyPlots) plot.destroy();
  bodyPlots = plotsOfBody(recording, label, view.selected).map((spec) => new Plot(spec, seek, () => state.time));
  $('inspector-plots').replaceChildren(...bodyPlots.map((p) => p.element));
  drawPlots(bodyPlots);
  const fixed = table.flags[row] & FLAG.fixed;
  view.facts = [
    ['Material', recording.about.materials[table.material[row]]],
    ['Shape', FORMS[recording.shapes[table.shape[row]].form]],
    ['Mass', fixed ? 'fixed' : quantity(table.mass[row], 'kg')],
  ];
}

function showFacts() {
  if (!view.selected) return;
  const row = recording.rowIn(view.epoch, view.selected.slot);
  const list = [...view.facts];
  if (row >= 0 && recording.there(view.block, view.frame, row)) {
    const p = view.poses;
    list.push(['Centre', `${[0, 1, 2].map((k) => number(p[7 * row + k])).join(', ')} m`]);
    list.push(['Speed', quantity(recording.speed(view.block, view.frame, row), 'm/s', 3)]);
  } else list.push(['Now', 'not there']);
  $('inspector-facts').replaceChildren(
    ...list.map(([name, value]) => {
      const item = make('div');
      item.append(make('dt', name), make('dd', value));
      return item;
    }),
  );
}

function listBodies() {
  const epoch = view.epoch;
  const table = recording.epochs[epoch];
  const names = [];
  for (let i = 0; i < table.n && names.length < MAX_NAMES; i++) {
    if (table.collider[i] === 0) names.push(recording.label(epoch, i));
  }
  $('bodies').replaceChildren(...names.map((name) => Object.assign(make('option'), { value: name })));
}

function findBody(name) {
  const table = recording.epochs[view.epoch];
  for (let i = 0; i < table.n; i++) if (recording.label(view.epoch, i) === name) return i;
  return -1;
}

// -------------------------------------------------------------------------------------------------------------- a moment

function showMoment() {
  const frame = recording.frameAt(state.time);
  const block = recording.blockOf(frame);
  const next = recording.blockOf(Math.min(frame + 1, recording.frames.length - 1));
  if (!block.ready || !next.ready) {
    $('wait').hidden = block.ready;
    Promise.all([recording.load(block), recording.load(next)]).then(() => (dirty = true), fail);
    if (!block.ready) return false;
  }
  const from = recording.frames[frame].time;
  const to = recording.frames[Math.min(frame + 1, recording.frames.length - 1)].time;
  const had = view.epoch;
  view.show(frame, to > from ? Math.min(1, Math.max(0, (state.time - from) / (to - from))) : 0);
  if (view.epoch !== had) listBodies();
  $('wait').hidden = true;
  return true;
}

function showClock() {
  const { duration } = recording;
  $('scrub').value = duration > 0 ? (1000 * state.time) / duration : 0;
  $('scrub').setAttribute('aria-valuetext', seconds(state.time, duration));
  $('clock').textContent = seconds(state.time, duration);
  const f = recording.frames[recording.frameAt(state.time)];
  $('canvas').setAttribute('aria-label', `The scene at ${seconds(state.time, duration)}: ${recording.population(view.block, view.frame)} bodies, ${f.contacts} contacts, deepest overlap ${quantity(f.deepest, 'm', 3)}.`);
}

function showScale() {
  const { range } = view;
  $('scale').hidden = !range;
  if (!range) return;
  $('scale-name').textContent = `${view.colour} (square-root scale)`;
  $('scale-most').textContent = quantity(range.max, range.unit, 3);
}

function advance(now) {
  const passed = Math.min((now - wallClock) / 1000, 0.25);
  wallClock = now;
  if (!state.playing) return;
  state.time += passed * state.speed;
  if (state.time >= recording.duration) state.time = state.live ? recording.duration : 0;
  dirty = true;
}

function loop(now) {
  advance(now);
  if (dirty) {
    dirty = false;
    if (showMoment()) {
      view.render();
      showScale();
      if (state.time !== shownTime) {
        shownTime = state.time;
        showClock();
        for (const plot of [...plots, ...bodyPlots]) if (plot.visible) plot.tick();
      }
      showFacts();
      document.documentElement.dataset.ready = 'yes';
    }
  }
  requestAnimationFrame(loop);
}

// ------------------------------------------------------------------------------------------------------------- controls

function play(on) {
  state.playing = on;
  $('play').classList.toggle('on', on);
  $('play').setAttribute('aria-label', on ? 'Pause' : 'Play');
}

function stepFrame(by) {
  play(false);
  const at = recording.frameAt(state.time + 1e-12) + by;
  seek(recording.frames[Math.min(Math.max(at, 0), recording.frames.length - 1)].time);
}

// From a thousandth of real time to a thousand times, the usual one so that the recording takes about ten seconds.
function offerSpeeds() {
  const usual = recording.duration / 10;
  const list = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000];
  const near = list.reduce((a, b) => (Math.abs(Math.log(b / usual)) < Math.abs(Math.log(a / usual)) ? b : a));
  state.speed = recording.duration >= 4 && recording.duration <= 20 ? 1 : near;
  $('speed').replaceChildren(
    ...list.map((value) => {
      const option = make('option', value < 1 ? `1/${Math.round(1 / value)}` : `${value}×`);
      option.value = value;
      option.selected = value === state.speed;
      return option;
    }),
  );
}

function offer(id, list, chosen) {
  $(id).replaceChildren(...list.map((text) => Object.assign(make('option', text), { selected: text === chosen })));
}

const KEYS = {
  ' ': () => play(!state.playing),
  ',': () => stepFrame(-1),
  '.': () => stepFrame(1),
  ArrowLeft: () => view.orbit(-0.1, 0, 1),
  ArrowRight: () => view.orbit(0.1, 0, 1),
  ArrowUp: () => view.orbit(0, -0.1, 1),
  ArrowDown: () => view.orbit(0, 0.1, 1),
  '+': () => view.orbit(0, 0, 0.9),
  '=': () => view.orbit(0, 0, 0.9),
  '-': () => view.orbit(0, 0, 1 / 0.9),
  Home: () => showAll(),
  Escape: () => select(-1),
};

// By what is known now: a run that goes on may have spread.
function showAll() {
  view.measure();
  view.frameAll();
}

function listenCanvas() {
  const canvas = $('canvas');
  let down = null;
  canvas.addEventListener('pointerdown', (e) => (down = [e.clientX, e.clientY]));
  canvas.addEventListener('pointerup', (e) => {
    if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 4) select(view.pick(e.clientX, e.clientY));
    down = null;
  });
  canvas.addEventListener('keydown', (e) => {
    const action = !e.ctrlKey && !e.metaKey && !e.altKey && KEYS[e.key];
    if (!action) return;
    e.preventDefault();
    action();
  });
}

function listen() {
  listenCanvas();
  $('play').addEventListener('click', () => play(!state.playing));
  $('scrub').addEventListener('input', (e) => seek((recording.duration * e.target.value) / 1000));
  $('speed').addEventListener('change', (e) => (state.speed = Number(e.target.value)));
  for (const id of ['colour', 'marks', 'walls']) {
    $(id).addEventListener('change', (e) => {
      view[id] = e.target.value;
      dirty = true;
    });
  }
  $('body').addEventListener('change', (e) => {
    const row = findBody(e.target.value.trim());
    $('said').textContent = row < 0 && e.target.value ? 'There is no body of that name now.' : '';
    select(row);
  });
  $('follow').addEventListener('change', (e) => {
    view.follow = e.target.checked;
    dirty = true;
  });
  $('reset').addEventListener('click', showAll);
  $('close').addEventListener('click', () => select(-1));
  $('theme').addEventListener('click', () => theme(document.documentElement.dataset.theme !== 'dark'));
  new ResizeObserver(() => {
    view.resize();
    dirty = true;
  }).observe($('view'));
  let width = window.innerWidth;
  window.addEventListener('resize', () => {
    if (window.innerWidth !== width) redrawPlots([...plots, ...bodyPlots]);
    width = window.innerWidth;
  });
  window.addEventListener('beforeprint', () => print(true));
  window.addEventListener('afterprint', () => print(false));
}

function theme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  view?.theme(dark);
  redrawPlots([...plots, ...bodyPlots]);
  dirty = true;
}

// Paper is light, and a canvas only has pixels right after it was drawn.
let wasDark = false;
function print(begins) {
  if (begins) {
    wasDark = document.documentElement.dataset.theme === 'dark';
    theme(false);
    for (const box of $('plot-list').children) {
      box.dataset.wasOpen = box.open;
      box.open = true;
    }
    for (const plot of plots) plot.draw();
    view.render();
    const still = make('img', undefined, 'still');
    still.alt = $('canvas').getAttribute('aria-label');
    still.src = $('canvas').toDataURL();
    $('view').append(still);
    $('canvas').hidden = true;
  } else {
    document.querySelector('img.still')?.remove();
    $('canvas').hidden = false;
    for (const box of $('plot-list').children) box.open = box.dataset.wasOpen === 'true';
    theme(wasDark);
  }
}

// ---------------------------------------------------------------------------------------------------------------- begin

async function begin() {
  try {
    view = new View($('canvas'), recording);
  } catch (error) {
    showWords();
    showPlots();
    fail(new Error(`the scene needs WebGL (${error.message}); plots and numbers are below`));
    return;
  }
  view.colour = recording.epochs[view.epoch < 0 ? 0 : view.epoch].n <= FEW ? 'body' : 'material';
  view.onchange = () => (dirty = true);
  offer('colour', COLOURS, view.colour);
  offer('marks', MARKS, view.marks);
  $('scale-bar').style.background = scaleGradient;
  offerSpeeds();
  listen();
  view.resize();
  view.frameAll();
  theme(document.documentElement.dataset.theme === 'dark');
  showWords();
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches || location.hash === '#still';
  play(!calm);
  window.abut = { recording, view, state, seek, play, select, plots: () => plots, bodyPlots: () => bodyPlots };
  requestAnimationFrame((now) => {
    wallClock = now;
    loop(now);
    setTimeout(() => {
      showPlots(); // behind the scene's first picture: both are drawn by the same process
      unpackAhead();
    }, 100);
  });
}

// The rest of the recording while nobody waits for it.
async function unpackAhead() {
  let left = KEEP;
  for (const block of recording.blocks) {
    left -= block.frames * recording.epochs[block.epoch].n;
    if (left < 0) return;
    await recording.load(block);
    await new Promise((done) => setTimeout(done));
  }
  dirty = true;
  document.documentElement.dataset.unpacked = 'yes';
}

function fail(error) {
  $('problem').hidden = false;
  $('problem').textContent = `This page cannot show everything: ${error.message || error}.`;
  $('wait').hidden = true;
}

async function order(what) {
  const reply = await fetch(what, { method: 'POST' });
  if (!reply.ok) fail(new Error(`the server answered ${reply.status}`));
  return reply.ok;
}

function listenRun() {
  let paused = false;
  $('pause').addEventListener('click', async () => {
    if (!(await order(paused ? 'resume' : 'pause'))) return;
    paused = !paused;
    $('pause').textContent = paused ? 'Resume the run' : 'Pause the run';
  });
  $('stop').addEventListener('click', () => order('stop'));
  $('reload').addEventListener('click', () => location.reload());
}

// A run that goes on: the scene begins with its first frames, the plots follow every few seconds.
async function follow(grown, live) {
  recording = grown;
  state.live = live;
  $('pause').hidden = $('stop').hidden = !live;
  $('over').hidden = live || !follow.lived;
  follow.lived ||= live;
  if (!recording.frames.length || !recording.blocks.length || !recording.blocks[recording.blocks.length - 1].contacts) return;
  if (!view) {
    await recording.load(recording.blocks[0]);
    await begin();
    return;
  }
  dirty = true;
  const now = performance.now();
  if (live && now - (follow.shown || 0) < 3000) return;
  follow.shown = now;
  if (!follow.lived) await showWhole();
  showWords();
  showPlots();
}

// All of a recording is known that was shown by its beginning so far.
async function showWhole() {
  await recording.load(recording.blocks[recording.blocks.length - 1]);
  view.measure();
  view.frameAll();
  offerSpeeds();
  unpackAhead();
}

async function main() {
  document.documentElement.dataset.theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  recording = await inlineRecording();
  if (!recording) {
    listenRun();
    await servedRecording(follow);
    return;
  }
  const first = recording.blocks.length <= 4 ? recording.blocks : [recording.blocks[0], recording.blocks[recording.blocks.length - 1]];
  await Promise.all(first.map((block) => recording.load(block)));
  await begin();
}

main().catch(fail);
