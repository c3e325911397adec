// Reports as a reader meets them: opened from disk in Debian's Chromium with software rendering.
//     node --test web/test/report.test.mjs, with ABUT = the program, SCENES = the folder of scenes; pictures go to SHOTS
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { faultsOf, launch, settle } from './browser.mjs';

const program = process.env.ABUT;
const PATIENCE = 300000; // ms: a machine may be slow, or busy
const scenes = process.env.SCENES;
const shots = process.env.SHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HOSTILE = '</script><img src=x onerror=alert(1)>';

// Short runs of scenes of every kind, each a second or two of CPU time. The solids have a surface of 57,000 triangles.
const FUNNEL = 'bodies.hopper.shape={revolution: {profile: [[8 cm, 0], [30 cm, 27 cm], [32 cm, 27 cm], [10 cm, 0]], around: 32}}';
const CLOUD = 'generators.rocks.region={from: [0, 0, 12 cm], to: [0, 0, 40 cm], radius: 11 cm}';
const RUNS = {
  docking: { file: 'docking.yaml', set: ['time.end=0.2 s', 'bodies.passive.position=[5145 mm, 0, 0]', 'output.frames=5 ms'] },
  hopper: { file: 'hopper.yaml', set: ['time.end=0.4 s', 'time.dt=40 us', 'generators.rocks.count=100', FUNNEL, CLOUD, 'output.frames=10 ms'] },
  heap: { file: 'heap.yaml', set: ['time.end=0.35 s', 'time.dt=40 us', 'generators.rocks.rate=600', 'output.frames=10 ms'] },
  solids: { file: 'two_solids.yaml', set: ['bodies.star.shape.superformula.rings=120', 'output.history=1 ms'] },
  balls: { file: 'marbles.yaml', set: ['time.end=0.1 s', 'generators.glass.count=100', 'generators.amber.count=100', 'output.frames=10 ms'] },
  linkage: { file: 'four_bar.yaml', set: ['time.end=2 s'] },
};

// Every name that a scene gives is an attack.
const BAD = JSON.stringify(HOSTILE);
const HOSTILE_SCENE = `abut: 1
title: ${BAD}
time: {end: 0.1 s}
output: {frames: 10 ms, history: 1 ms}
materials: {${BAD}: {young: 2 MPa, restitution: 0.8}}
bodies:
  - {name: floor, shape: {plane: {}}, material: ${BAD}}
  - {name: ${BAD}, shape: {sphere: {radius: 5 cm}}, material: ${BAD}, position: [0, 0, 8 cm]}
  - {name: ${JSON.stringify(`2${HOSTILE}`)}, shape: {sphere: {radius: 5 cm}}, material: ${BAD}, position: [1, 0, 8 cm]}
joints:
  - {name: ${BAD}, kind: spherical, b: ${JSON.stringify(`2${HOSTILE}`)}, at: [1, 0, 1]}
forces:
  - {name: ${BAD}, kind: spring, a: ${BAD}, b: ${JSON.stringify(`2${HOSTILE}`)}, stiffness: 1 N/m, length: 1 m}
probes:
  - {name: ${BAD}, kind: kinetic}
`;

let folder;
let browser;

function run(name, file, set = []) {
  const out = join(folder, name);
  execFileSync(program, ['run', file, '-o', out, '-q', ...set.flatMap((s) => ['--set', s])], { stdio: ['ignore', 'ignore', 'inherit'] });
  return out;
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'abut_page_'));
  if (shots) mkdirSync(shots, { recursive: true });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

// Opens a report and collects whatever it should not do.
async function open(out, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, bypassCSP: false, ...options });
  const page = await context.newPage();
  const faults = faultsOf(page);
  const requests = [];
  page.on('request', (r) => !/^(file|data|blob):/.test(r.url()) && requests.push(r.url()));
  await page.goto(`file://${out}/report.html#still`);
  await page.waitForSelector('html[data-unpacked]', { state: 'attached', timeout: PATIENCE });
  await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: PATIENCE });
  return { page, faults, requests, close: () => context.close() };
}

const seek = async (page, share) => {
  await page.evaluate((s) => window.abut.seek(s * window.abut.recording.duration), share);
  await settle(page);
};

// Colours of the canvas, as drawn now: how many pixels are covered, and their sum to compare frames by.
const pixels = (page) =>
  page.evaluate(() => {
    window.abut.view.render();
    const canvas = document.getElementById('canvas');
    const copy = (width, height) => {
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
      context.drawImage(canvas, 0, 0, width, height);
      return context.getImageData(0, 0, width, height).data;
    };
    let covered = 0; // opaque: bodies, not the grid
    copy(canvas.width, canvas.height).forEach((x, i) => (covered += i % 4 === 3 && x > 250));
    return { covered, data: Array.from(copy(300, 200)) };
  });

const differing = (a, b) => a.data.filter((x, i) => Math.abs(x - b.data[i]) > 16).length;

// A CSV file as [header, columns].
function readCsv(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const header = lines[0].match(/("([^"]|"")*"|[^,]*)(,|$)/g).slice(0, -1).map((f) => f.replace(/,$/, '').replace(/^"|"$/g, '').replace(/""/g, '"'));
  const rows = lines.slice(1).map((line) => line.split(',').map(Number));
  return { header, column: (name) => rows.map((row) => row[header.indexOf(name)]) };
}

function checkNear(actual, expected, what) {
  assert.equal(actual.length, expected.length, `${what}: number of rows`);
  const size = expected.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  // The page keeps floats of 24 bits.
  expected.forEach((x, i) => assert.ok(x === actual[i] || Math.abs(actual[i] - x) <= 1e-6 * size, `${what}, row ${i}: ${actual[i]} is not ${x}`));
}

async function checkScene(name, { page, faults, requests }) {
  await seek(page, 0.3); // a heap begins with nothing
  const first = await pixels(page);
  await seek(page, 0.9);
  const later = await pixels(page);
  assert.ok(first.covered > 200, `${name}: bodies are drawn (${first.covered} pixels)`);
  assert.ok(differing(first, later) > 100, `${name}: the scene moves (${differing(first, later)} values differ)`);
  assert.match(await page.textContent('#clock'), /\d/);
  assert.match(await page.getAttribute('#canvas', 'aria-label'), /The scene at .* bodies/);
  assert.deepEqual(faults, [], `${name}: the console is silent`);
  assert.deepEqual(requests, [], `${name}: no network`);
}

// What the page has of every plot, and what its chart was given to draw.
const plotsOf = (page) =>
  page.evaluate(() => {
    for (const box of document.querySelectorAll('#plot-list details')) box.open = true;
    return window.abut.plots().map((plotted) => {
      plotted.draw();
      const { id, at, curves, stacked, log } = plotted.spec;
      return {
        id, stacked, log,
        at: Array.from(at),
        curves: curves.map((c) => ({ name: c.name, data: Array.from(c.data), base: c.base || 0 })),
        drawn: plotted.chart.data.slice(1).map((d) => Array.from(d)),
      };
    });
  });

const RESIDUALS = {
  overlap: 'overlap [m]', 'gap with a force': 'distance [m]', '|force × gap|': 'complementarity [J]', pull: 'pull [N]',
  'position (of the size, or rad)': 'joint_position', 'velocity (per s)': 'joint_speed [1/s]', residual: 'contact_residual', contacts: 'contact_cones', iterations: 'contact_sweeps',
};
const DEPTHS = ['not_deep', 'to_1um', 'to_10um', 'to_100um', 'to_1mm', 'deeper'];
const DEPTH_NAMES = ['not deep', 'up to 1 µm', 'up to 10 µm', 'up to 0.1 mm', 'up to 1 mm', 'deeper'];

// The numbers in the CSV files that a curve of a plot must show: [times, values].
function source(out, id, curve) {
  const csv = (file) => readCsv(join(out, file));
  const named = (file, name) => {
    const c = csv(file);
    return [c.column('time [s]'), c.column(c.header.find((h) => h === name || h.startsWith(`${name} [`)))];
  };
  const length = (file, letter) => {
    const c = csv(file);
    const parts = ['x', 'y', 'z'].map((k) => c.column(c.header.find((h) => h.startsWith(`${curve}.${letter}${k} [`))));
    return [c.column('time [s]'), parts[0].map((_, i) => Math.hypot(...parts.map((p) => p[i])))];
  };
  if (id === 'energy' || id === 'residual') return named('energy.csv', curve.replace(/ /g, '_'));
  if (id === 'dt') return named('energy.csv', 'dt');
  if (id === 'contacts') return named('residuals.csv', `contacts_${DEPTHS[DEPTH_NAMES.indexOf(curve)]}`);
  if (id.startsWith('signorini') || ['drift', 'solver', 'sweeps'].includes(id)) return named('residuals.csv', RESIDUALS[curve]);
  if (id === 'speeds') return length('bodies.csv', 'v');
  if (id === 'spins') return length('bodies.csv', 'w');
  if (id === 'joints') return length('joints.csv', 'f');
  return named(`${id.split(':')[0]}.csv`, curve);
}

// Every curve of every plot holds the numbers of the CSV file, and the chart draws these: stacked ones summed up, laws as powers of ten.
async function checkPlots(name, out, { page }) {
  const plots = await plotsOf(page);
  const ids = plots.map((p) => p.id.split(':')[0]);
  for (const wanted of WANTED[name] || []) assert.ok(ids.includes(wanted), `${name} has a plot of ${wanted}: ${ids}`);
  for (const { id, at, curves, stacked, log, drawn } of plots) {
    let below = at.map(() => 0);
    curves.forEach((curve, k) => {
      const what = `${name}: ${id}, ${curve.name}`;
      const [times, values] = source(out, id, curve.name);
      checkNear(at, times, `${what}: times`);
      checkNear(curve.data, values, what);
      if (stacked) below = below.map((b, i) => b + curve.data[i] - curve.base);
      const wanted = stacked ? below : log ? curve.data.map((x) => (x > 0 ? Math.log10(x) : null)) : curve.data;
      checkNear(drawn[k], wanted, `${what}, as drawn`);
    });
  }
  assert.equal(await page.locator('#plot-list .plot canvas').count(), plots.length);
}

const WANTED = {
  docking: ['energy', 'residual', 'probes', 'speeds', 'contacts', 'dt', 'signorini', 'drift', 'joints', 'forces'],
  hopper: ['energy', 'residual', 'probes', 'flows', 'contacts', 'dt', 'signorini'],
  heap: ['energy', 'residual', 'probes', 'flows', 'contacts', 'dt', 'signorini'],
  solids: ['energy', 'residual', 'speeds', 'contacts', 'dt', 'signorini'],
  linkage: ['energy', 'residual', 'speeds', 'dt', 'joints', 'drift'],
};

// Frames hold the positions of bodies.csv at the same times, within the recording's quantum.
async function checkPositions(out, body, { page }) {
  const csv = readCsv(join(out, 'bodies.csv'));
  const at = csv.column('time [s]');
  const [x, y, z] = ['x', 'y', 'z'].map((k) => csv.column(`${body}.${k} [m]`));
  const frames = await page.evaluate((label) => {
    const { recording } = window.abut;
    const pose = new Float64Array(7);
    const list = [];
    for (const block of recording.blocks) {
      const row = Array.from({ length: recording.epochs[block.epoch].n }, (_, i) => recording.label(block.epoch, i)).indexOf(label);
      for (let f = block.first; f < block.first + block.frames; f++) {
        recording.pose(block, f, row, pose, 0);
        list.push([recording.frames[f].time, pose[0], pose[1], pose[2]]);
      }
    }
    return { list, quantum: recording.about.quantum };
  }, body);
  let compared = 0;
  for (const [time, ...p] of frames.list) {
    const i = at.indexOf(time);
    if (i < 0) continue;
    compared++;
    [x, y, z].forEach((c, k) => assert.ok(Math.abs(c[i] - p[k]) <= 0.51 * frames.quantum, `${body} at ${time}: ${p[k]} is not ${c[i]}`));
  }
  assert.ok(compared > 2, `${body}: ${compared} frames compared`);
}

// Histories of a body that has columns of its own.
async function checkBodyPlots(name, out, label, page) {
  const csv = readCsv(join(out, 'bodies.csv'));
  if (!csv.header.includes(`${label}.x [m]`)) return;
  const plots = await page.evaluate(() => window.abut.bodyPlots().map(({ spec }) => ({ id: spec.id, curves: spec.curves.map((c) => [c.name, Array.from(c.data)]) })));
  const unit = { 'body:x': 'm', 'body:v': 'm/s', 'body:f': 'N' };
  for (const { id, curves } of plots) {
    for (const [curve, data] of curves) checkNear(data, csv.column(`${label}.${curve} [${unit[id]}]`), `${name}: ${label}.${curve}`);
  }
}

async function checkClick(name, out, { page }) {
  await seek(page, 0.5);
  const hit = await page.evaluate(() => {
    const { view } = window.abut;
    for (const { rows } of view.groups) {
      for (const row of rows) {
        const [x, y] = view.project(row);
        if (document.elementFromPoint(x, y) !== view.canvas) continue;
        const found = view.pick(x, y);
        if (found >= 0) return { x, y, label: window.abut.recording.label(view.epoch, window.abut.recording.epochs[view.epoch].owner[found]) };
      }
    }
    return null;
  });
  assert.ok(hit, `${name}: a body can be hit`);
  await page.mouse.click(hit.x, hit.y);
  await settle(page);
  assert.equal(await page.textContent('#inspector-name'), hit.label);
  assert.equal(await page.locator('#inspector-plots figure').count(), 3);
  await checkBodyPlots(name, out, hit.label, page);
  assert.ok(await page.isVisible('#inspector'));
  await page.click('#close');
  assert.ok(!(await page.isVisible('#inspector')));
}

async function checkAccess(name, { page }) {
  await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
  for (const theme of ['light', 'dark']) {
    if ((await page.getAttribute('html', 'data-theme')) !== theme) await page.click('#theme');
    // evaluated by the browser's debugger, which the page's policy does not reach
    const result = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`);
    const serious = result.violations.filter((v) => ['serious', 'critical'].includes(v.impact));
    assert.deepEqual(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`), [], `${name}, ${theme}: accessible`);
  }
}

// What the run was: its file as it was written, its values with their units, its numbers, version and hash.
async function checkWords(name, out, file, { page }) {
  const run = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'));
  assert.equal(await page.textContent('#text'), readFileSync(file, 'utf8'), `${name}: the scene's text`);
  const numbers = await page.textContent('#number-rows');
  for (const word of [run.hash, String(run.bodies)]) assert.ok(numbers.includes(word), `${name}: ${word} is among the numbers`);
  assert.ok((await page.textContent('#made')).includes(run.abut) && (await page.textContent('#subtitle')).includes(run.abut));
  const resolved = await page.locator('#resolved-rows tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((c) => c.textContent)));
  const value = (key) => resolved.find(([k]) => k === key);
  assert.deepEqual(value('time.end').slice(1), [String(run.end), 's'], `${name}: a value with its unit`);
  assert.ok(resolved.some(([key, , unit]) => key.startsWith('materials.') && unit === 'kg/m^3'));
  const checks = await page.locator('#check-rows tr').count();
  assert.match(await page.textContent('#verdict'), new RegExp(`^✓ All ${checks} checks passed$`), `${name}: ${await page.textContent('#check-rows')}`);
}

const shoot = async (page, name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });

for (const [name, { file, set }] of Object.entries(RUNS)) {
  test(`${name}: drawn, moving, true to its CSV files, clickable, silent`, async () => {
    const out = run(name, join(scenes, file), set);
    const report = await open(out);
    await checkScene(name, report);
    await checkPlots(name, out, report);
    await checkClick(name, out, report);
    await checkWords(name, out, join(scenes, file), report);
    await shoot(report.page, name);
    if (['docking', 'heap'].includes(name)) await checkAccess(name, report);
    assert.deepEqual(report.faults, [], `${name}: the console is silent`);
    assert.deepEqual(report.requests, [], `${name}: no network`);
    await report.close();
  });
}

test('a run whose bodies have left is judged by those that were there', async () => {
  const report = await open(join(folder, 'hopper'));
  assert.match(await report.page.textContent('#subtitle'), /^101 bodies, \d+ at the end/);
  for (const check of ['overlap', 'push', 'touch']) assert.ok((await report.page.textContent('#check-rows')).includes(check), check);
  await report.close();
});

test('walls are glass, solid or hidden; forces, points and chains are drawn where contacts are', async () => {
  const report = await open(join(folder, 'hopper'));
  const { page } = report;
  await seek(page, 0.6);
  const look = async (id, what) => {
    await page.selectOption(`#${id}`, what);
    await settle(page);
    return pixels(page);
  };
  const [glass, solid, hidden] = [await look('walls', 'glass'), await look('walls', 'solid'), await look('walls', 'hidden')];
  assert.ok(differing(glass, solid) > 1000 && differing(glass, hidden) > 1000, 'walls look different');
  assert.ok(solid.covered > 2 * glass.covered, 'what is solid covers');
  for (const marks of ['points', 'forces', 'chains']) {
    await look('marks', marks);
    const drawn = await page.evaluate((kind) => {
      const { recording, view } = window.abut;
      let contacts = 0;
      recording.contacts(view.block, view.frame, () => contacts++);
      return [view.marker[kind].visible, view.marker[kind].count, contacts];
    }, marks);
    assert.deepEqual(drawn, [true, drawn[2], drawn[2]], marks);
    assert.ok(drawn[2] > 5, `${drawn[2]} contacts`);
  }
  await look('walls', 'glass');
  await look('colour', 'contact force');
  await shoot(page, 'chains');
  await report.close();
});

test('planes are drawn where they are', async () => {
  const heap = await open(join(folder, 'heap'));
  await seek(heap.page, 0.5);
  const floor = await heap.page.evaluate(() => window.abut.view.grid.position.z);
  assert.ok(Math.abs(floor) < 1e-6, `the floor at z = 0 is drawn at ${floor}`);
  await heap.close();
  const tray = await open(join(folder, 'balls'));
  await seek(tray.page, 0.5);
  const rims = await tray.page.evaluate(() =>
    window.abut.view.planes.filter((p) => p.userData.wall).map((p) => Array.from(p.geometry.attributes.position.array)));
  const held = (test_) => rims.some((rim) => rim.length >= 9 && rim.every((_, i) => i % 3 || test_(rim[i], rim[i + 1], rim[i + 2])));
  const quantum = await tray.page.evaluate(() => window.abut.recording.about.quantum); // places are rounded to it
  assert.equal(rims.length, 4);
  assert.ok(held((x, y) => Math.abs(y - 0.09) < quantum) && held((x, y) => Math.abs(y + 0.09) < quantum), 'left and right');
  assert.ok(held((x) => Math.abs(x + 0.14) < quantum) && held((x, y, z) => Math.abs(-(x - 0.14) + 0.25 * z) < quantum), 'back and front');
  await tray.close();
});

test('springs and rods join the points that they hold', async () => {
  const out = run('threads', join(scenes, 'newtons_cradle.yaml'), ['time.end=0.3 s']);
  const report = await open(out);
  const { page } = report;
  await seek(page, 0.5);
  const links = await page.evaluate(() => {
    const { recording, view } = window.abut;
    return { drawn: view.marker.links.visible && view.marker.links.count, ends: Array.from({ length: view.block.l.n }, (_, i) => recording.link(view.block, view.frame, i)), quantum: recording.about.quantum };
  });
  assert.equal(links.drawn, 10, 'two threads for each of five balls');
  const lengths = links.ends.map((e) => Math.hypot(e[0] - e[3], e[1] - e[4], e[2] - e[5]));
  for (const length of lengths) assert.ok(Math.abs(length - lengths[0]) < 2 * links.quantum, `one thread has ${length} m, another ${lengths[0]} m`);
  await shoot(page, 'threads');
  await report.close();
});

test('the camera follows a body that was chosen by its name', async () => {
  const report = await open(join(folder, 'linkage'));
  const { page } = report;
  const label = await page.evaluate(() => window.abut.recording.label(0, window.abut.recording.epochs[0].mass.findIndex((m) => m > 0)));
  await page.fill('#body', label);
  await page.keyboard.press('Enter');
  await page.check('#follow');
  for (const share of [0.3, 0.9]) {
    await seek(page, share);
    const off = await page.evaluate(() => {
      const { recording, view } = window.abut;
      const row = recording.rowIn(view.epoch, view.selected.slot);
      return Math.hypot(...['x', 'y', 'z'].map((k, i) => view.controls.target[k] - view.poses[7 * row + i]));
    });
    assert.ok(off < 1e-5, `the middle of the picture is ${off} m off`);
  }
  assert.equal(await page.textContent('#said'), `Selected ${label}.`);
  await page.fill('#body', 'nobody');
  await page.keyboard.press('Enter');
  assert.match(await page.textContent('#said'), /no body/);
  await report.close();
});

test('paper shows the moment once, in light colours, with every plot', async () => {
  const report = await open(join(folder, 'docking'), { colorScheme: 'dark' });
  const { page } = report;
  await seek(page, 0.8);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.getAttribute('html', 'data-theme'), 'light');
  assert.ok(await page.isVisible('img.still') && !(await page.isVisible('#canvas')));
  const wide = await page.evaluate(() => [...document.querySelectorAll('.u-wrap > canvas')].map((c) => c.getBoundingClientRect().right > document.documentElement.clientWidth));
  assert.ok(wide.length > 10 && !wide.includes(true), 'no plot sticks out');
  if (shots) await page.screenshot({ path: join(shots, 'paper.png'), fullPage: true });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  assert.equal(await page.locator('img.still').count(), 0);
  await page.emulateMedia({ media: 'screen' });
  await settle(page);
  await shoot(page, 'dark');
  assert.deepEqual(report.faults, []);
  await report.close();
});

test('names and titles from scenes are text, never HTML', async () => {
  const scene = join(folder, 'hostile.yaml');
  writeFileSync(scene, HOSTILE_SCENE);
  const out = run('hostile', scene);
  const report = await open(out);
  assert.equal(await report.page.textContent('#title'), HOSTILE);
  await report.page.evaluate(() => window.abut.select(1));
  await settle(report.page);
  assert.equal(await report.page.textContent('#inspector-name'), HOSTILE);
  assert.ok((await report.page.textContent('#inspector-facts')).includes(HOSTILE), 'of a material');
  const inside = await report.page.evaluate((bad) => {
    const legends = [...document.querySelectorAll('.legend')].map((e) => e.textContent);
    return [legends.filter((t) => t.includes(bad)).length, document.querySelectorAll('script:not([type])').length, document.querySelectorAll('iframe,object,embed,link').length];
  }, HOSTILE);
  assert.ok(inside[0] >= 3, 'names of probes, joints and forces stand in legends');
  assert.deepEqual(inside.slice(1), [1, 0]);
  assert.equal(await report.page.locator('img').count(), 0);
  assert.deepEqual(report.faults, []);
  assert.deepEqual(report.requests, []);
  await checkPositions(out, HOSTILE, report);
  await report.close();
});

test('a phone sees it in one column, and keys work', async () => {
  const report = await open(join(folder, 'balls'), { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const { page } = report;
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'nothing sticks out');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await page.focus('#canvas');
  await page.keyboard.press('.');
  await settle(page);
  assert.ok((await page.evaluate(() => window.abut.state.time)) > 0, 'a key goes to the next frame');
  const before_ = await pixels(page);
  await page.keyboard.press('ArrowLeft');
  await settle(page);
  assert.ok(differing(before_, await pixels(page)) > 100, 'a key turns the scene');
  await page.selectOption('#marks', 'chains');
  await page.selectOption('#colour', 'contact force');
  await settle(page);
  assert.ok(await page.isVisible('#scale'));
  await page.keyboard.press('Space');
  await shoot(page, 'phone');
  assert.deepEqual(report.faults, []);
  await report.close();
});

test('without the switch there is a report, with it there is none', () => {
  assert.ok(existsSync(join(folder, 'linkage', 'report.html')));
  const out = join(folder, 'none');
  execFileSync(program, ['run', join(scenes, 'first.yaml'), '-o', out, '-q', '--no-report', '--set', 'time.end=0.01 s']);
  assert.ok(!existsSync(join(out, 'report.html')));
});
