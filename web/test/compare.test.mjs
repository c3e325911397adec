// The page of abut compare as a reader meets it: opened from disk in Debian's Chromium.
//     node --test web/test/compare.test.mjs, with ABUT = the program, SCENES = the folder of scenes; pictures go to SHOTS
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { faultsOf, launch, settle } from './browser.mjs';

const program = process.env.ABUT;
const scenes = process.env.SCENES;
const shots = process.env.SHOTS;
const PATIENCE = 300000; // ms: a machine may be slow, or busy
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HOSTILE = '</script><img src=x onerror=alert(1)>';

const CASES = {
  incline: ['incline.yaml', 'contact.enforcement=multiplier,penalty', 'time.dt=1ms,0.5ms'],
  cradle: ['newtons_cradle_impacts.yaml', 'contact.impact=moreau,newton,poisson,stronge'],
  stack: ['stack.yaml', 'contact.solver=auto,newton', 'time.dt=2 ms,1 ms'],
  enforcement: ['enforcement.yaml', 'contact.enforcement=penalty,multiplier,augmented', 'time.dt=1ms,0.1ms'],
};

let folder;
let browser;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'abut_compare_'));
  if (shots) mkdirSync(shots, { recursive: true });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

function compare(name, file, vary, more = []) {
  const out = join(folder, name);
  const done = spawnSync(program, ['compare', file, '-o', out, '-q', ...vary.flatMap((v) => ['--vary', v]), ...more], { encoding: 'utf8' });
  return { out, code: done.status, said: done.stderr };
}

async function open(out) {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, bypassCSP: false });
  const page = await context.newPage();
  const faults = faultsOf(page);
  const requests = [];
  page.on('request', (r) => !/^(file|data|blob):/.test(r.url()) && requests.push(r.url()));
  await page.goto(`file://${out}/compare.html`);
  await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: PATIENCE });
  await settle(page);
  return { page, faults, requests, close: () => context.close() };
}

async function checkQuiet({ page, faults, requests }, name) {
  assert.deepEqual(faults, [], `${name}: the console is silent`);
  assert.deepEqual(requests, [], `${name}: no network`);
  assert.equal(await page.isVisible('#problem'), false, `${name}: nothing is amiss`);
}

// Curves of a run in the page, by the title of their plot.
const curvesOf = (page, title) =>
  page.evaluate((t) => {
    const plot = window.abut.plots().find((p) => p.spec.id === t);
    return plot && { at: Array.from(plot.spec.at), curves: plot.spec.curves.map((c) => ({ name: c.name, data: Array.from(c.data) })) };
  }, title);

function readColumn(file, name) {
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const at = head.split(',').indexOf(name);
  return lines.map((line) => Number(line.split(',')[at]));
}

for (const [name, [file, ...vary]] of Object.entries(CASES)) {
  test(`the page of ${name} has all runs, their curves and their tables`, async () => {
    const { out, code, said } = compare(name, join(scenes, file), vary);
    assert.equal(code, 0, said);
    const opened = await open(out);
    const { page } = opened;
    const runs = vary.reduce((n, v) => n * v.split(',').length, 1);
    assert.equal(await page.locator('#runs tbody tr').count(), runs);
    assert.match(await page.textContent('#verdict'), new RegExp(`All ${runs} runs finished`));
    const kinetic = await curvesOf(page, 'energy.csv:kinetic');
    assert.equal(kinetic.curves.length, runs, 'a curve of each run');
    const told = await page.evaluate(() => window.abut.told.runs.map((r) => ({ name: r.name, label: r.label })));
    for (const { name: run, label } of told) {
      const data = kinetic.curves.find((c) => c.name === label).data;
      const expected = readColumn(join(out, run, 'energy.csv'), 'kinetic [J]');
      const size = Math.max(...expected);
      // Curves are floats of 24 bits, over the times of all runs.
      assert.ok(Math.abs(Math.max(...data) - size) <= 1e-6 * size, `${run}: the peak of the kinetic energy`);
    }
    if (shots) await page.screenshot({ path: join(shots, `compare_${name}.png`), fullPage: true });
    await checkQuiet(opened, name);
    await opened.close();
  });
}

test('a combination that is refused stands on the page with its reason', async () => {
  const { out, code } = compare('refused', join(scenes, 'enforcement.yaml'), ['contact.enforcement=multiplier,glue']);
  assert.equal(code, 3);
  const opened = await open(out);
  const { page } = opened;
  assert.match(await page.textContent('#verdict'), /1 of 2 runs finished/);
  assert.match(await page.textContent('#reasons'), /glue/);
  assert.equal(await page.locator('#runs tbody tr').count(), 2);
  if (shots) await page.screenshot({ path: join(shots, 'compare_refused.png'), fullPage: true });
  await checkQuiet(opened, 'refused');
  await opened.close();
});

test('a click hides the curves of a run; the page is accessible', async () => {
  const { out } = compare('clicks', join(scenes, 'enforcement.yaml'), ['contact.enforcement=multiplier,penalty']);
  const opened = await open(out);
  const { page } = opened;
  const hidden = () => page.evaluate(() => window.abut.plots().filter((p) => p.spec.curves.length === 2).every((p) => p.hidden.size === 1));
  assert.equal(await hidden(), false);
  await page.click('#runs tbody tr:nth-child(2) button');
  assert.equal(await hidden(), true);
  await page.click('#runs tbody tr:nth-child(2) button');
  await page.click('#theme');
  await settle(page);
  await checkQuiet(opened, 'clicks');
  await opened.close();
  const context = await browser.newContext({ bypassCSP: true });
  const tested = await context.newPage();
  await tested.goto(`file://${out}/compare.html`);
  await tested.waitForSelector('html[data-ready]', { state: 'attached', timeout: PATIENCE });
  await tested.addScriptTag({ content: axe });
  const { violations } = await tested.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].html}`), []);
  await context.close();
});

test('names and values are text', async () => {
  const bad = JSON.stringify(HOSTILE);
  const file = join(folder, 'hostile.yaml');
  writeFileSync(file, `abut: 1
time: {end: 10 ms}
materials: {wood: {}}
bodies:
  - {name: ${bad}, shape: {sphere: {radius: 5 cm}}, material: wood, velocity: [1, 0, 0]}
`);
  const { out, code, said } = compare('hostile', file, [`title="${HOSTILE}","b"`]);
  assert.equal(code, 0, said);
  const opened = await open(out);
  assert.ok((await opened.page.textContent('#runs')).includes(HOSTILE));
  assert.ok((await opened.page.textContent('#tables')).includes(`${HOSTILE}.x`));
  assert.equal(await opened.page.locator('img').count(), 0);
  await checkQuiet(opened, 'hostile');
  await opened.close();
});
