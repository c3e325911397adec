// Reports as a reader meets them: opened from disk in Debian's Chromium with software rendering.
//     node --test web/test/report.test.mjs, with ABUT = the program, SCENES = the folder of scenes; pictures go to SHOTS
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';

const program = process.env.ABUT;
const scenes = process.env.SCENES;
const shots = process.env.SHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HOSTILE = '</script><img src=x onerror=alert(1)>';

// Short runs of scenes of every kind, each a second or less of wall time.
const RUNS = {
  docking: { file: 'docking.yaml', set: ['time.end=0.2 s', 'bodies.passive.position=[5145 mm, 0, 0]', 'output.frames=5 ms'] },
  heap: { file: 'marbles.yaml', set: ['time.end=0.1 s', 'generators.glass.count=100', 'generators.amber.count=100', 'output.frames=10 ms'] },
  solids: { file: 'two_solids.yaml', set: [] },
  linkage: { file: 'four_bar.yaml', set: ['time.end=2 s'] },
};

const HOSTILE_SCENE = `abut: 1
title: ${JSON.stringify(HOSTILE)}
time: {end: 0.1 s}
output: {frames: 10 ms, history: 1 ms}
materials: {rubber: {young: 2 MPa, restitution: 0.8}}
bodies:
  - {name: floor, shape: {plane: {}}, material: rubber}
  - {name: ${JSON.stringify(HOSTILE)}, shape: {sphere: {radius: 5 cm}}, material: rubber, position: [0, 0, 8 cm]}
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
  const faults = [];
  const requests = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && !/GPU stall|GL Driver/.test(m.text()) && faults.push(m.text()));
  page.on('pageerror', (e) => faults.push(String(e)));
  page.on('dialog', (d) => faults.push(`dialog ${d.message()}`));
  page.on('request', (r) => !/^(file|data|blob):/.test(r.url()) && requests.push(r.url()));
  await page.goto(`file://${out}/report.html#still`);
  await page.waitForSelector('html[data-unpacked]', { state: 'attached', timeout: 60000 });
  await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 60000 });
  return { page, faults, requests, close: () => context.close() };
}

async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
}

const seek = async (page, share) => {
  await page.evaluate((s) => window.abut.seek(s * window.abut.film.duration), share);
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
  const size = expected.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  // The page keeps floats of 24 bits.
  expected.forEach((x, i) => assert.ok(Math.abs(actual[i] - x) <= 1e-6 * size, `${what}, row ${i}: ${actual[i]} is not ${x}`));
}

async function checkScene(name, { page, faults, requests }) {
  await seek(page, 0);
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

async function checkEnergyPlot(name, out, { page }) {
  const csv = readCsv(join(out, 'energy.csv'));
  const plot = await page.evaluate(() => {
    const { spec } = window.abut.plots().find((p) => p.spec.id === 'residual');
    return { at: Array.from(spec.at), data: Array.from(spec.curves[0].data) };
  });
  checkNear(plot.at, csv.column('time [s]'), `${name}: times`);
  checkNear(plot.data, csv.column('residual [J]'), `${name}: residual`);
  const drawn = await page.evaluate(() => {
    const plotted = window.abut.plots().find((p) => p.spec.id === 'energy');
    plotted.element.scrollIntoView();
    plotted.draw();
    return { data: plotted.chart.data.map((d) => Array.from(d)), names: plotted.spec.curves.map((c) => c.name) };
  });
  // The lowest curve of the stack is drawn as it is.
  const lowest = drawn.names[0].replace(/ /g, '_');
  if (lowest === 'kinetic') checkNear(drawn.data[1], csv.column('kinetic [J]'), `${name}: kinetic energy as drawn`);
  assert.ok((await page.locator('[data-plot="energy"] canvas').count()) === 1);
}

// Frames hold the positions of bodies.csv at the same times, within the film's quantum.
async function checkPositions(out, body, { page }) {
  const csv = readCsv(join(out, 'bodies.csv'));
  const at = csv.column('time [s]');
  const [x, y, z] = ['x', 'y', 'z'].map((k) => csv.column(`${body}.${k} [m]`));
  const frames = await page.evaluate((label) => {
    const { film } = window.abut;
    const pose = new Float64Array(7);
    const list = [];
    for (const block of film.blocks) {
      const row = Array.from({ length: film.epochs[block.epoch].n }, (_, i) => film.label(block.epoch, i)).indexOf(label);
      for (let f = block.first; f < block.first + block.frames; f++) {
        film.pose(block, f, row, pose, 0);
        list.push([film.frames[f].time, pose[0], pose[1], pose[2]]);
      }
    }
    return { list, quantum: film.about.quantum };
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

async function checkClick(name, { page }) {
  await seek(page, 0.5);
  const hit = await page.evaluate(() => {
    const { view } = window.abut;
    for (const { rows } of view.groups) {
      for (const row of rows) {
        const [x, y] = view.project(row);
        const found = view.pick(x, y);
        if (found >= 0) return { x, y, label: window.abut.film.label(view.epoch, window.abut.film.epochs[view.epoch].carrier[found]) };
      }
    }
    return null;
  });
  assert.ok(hit, `${name}: a body can be hit`);
  await page.mouse.click(hit.x, hit.y);
  await settle(page);
  assert.equal(await page.textContent('#inspector-name'), hit.label);
  assert.equal(await page.locator('#inspector-plots figure').count(), 3);
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

const shoot = async (page, name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });

for (const [name, { file, set }] of Object.entries(RUNS)) {
  test(`${name}: drawn, moving, true to its CSV files, clickable, silent`, async () => {
    const out = run(name, join(scenes, file), set);
    const report = await open(out);
    await checkScene(name, report);
    await checkEnergyPlot(name, out, report);
    await checkClick(name, report);
    if (name === 'docking') await checkAccess(name, report);
    await shoot(report.page, name);
    await report.close();
  });
}

test('names and titles from scenes are text, never HTML', async () => {
  const scene = join(folder, 'hostile.yaml');
  writeFileSync(scene, HOSTILE_SCENE);
  const out = run('hostile', scene);
  const report = await open(out);
  assert.equal(await report.page.textContent('#title'), HOSTILE);
  await report.page.evaluate(() => window.abut.select(1));
  await settle(report.page);
  assert.equal(await report.page.textContent('#inspector-name'), HOSTILE);
  assert.equal(await report.page.locator('img').count(), 0);
  assert.deepEqual(report.faults, []);
  assert.deepEqual(report.requests, []);
  await checkPositions(out, HOSTILE, report);
  await report.close();
});

test('a phone sees it in one column, and keys work', async () => {
  const report = await open(join(folder, 'heap'), { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
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
