// A run that goes on, in Debian's Chromium through `abut view`: the page grows with it, pauses it, lets it go on and stops it.
//     node --test web/test/live.test.mjs, with ABUT = the program, SCENES = the folder of scenes; pictures go to SHOTS
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { faultsOf, launch, settle } from './browser.mjs';

const program = process.env.ABUT;
const PATIENCE = 300000; // ms: a machine may be slow, or busy
const scenes = process.env.SCENES;
const shots = process.env.SHOTS;
const BALLS = ['generators.glass.count=60', 'generators.amber.count=60', 'generators.rubber.count=5', 'output.frames=5 ms'];

let folder;
let browser;
const started = [];

function start(...args) {
  const process_ = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  process_.ended = new Promise((done) => process_.on('exit', done));
  started.push(process_);
  return process_;
}

const line = (process_) => new Promise((done) => process_.stdout.once('data', (text) => done(String(text).split('\n')[0])));

async function until(what, truth) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    if (await truth()) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.fail(`in vain: ${what}`);
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'abut_live_'));
  if (shots) mkdirSync(shots, { recursive: true });
  browser = await launch();
});

after(async () => {
  for (const process_ of started) process_.kill('SIGKILL');
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openView(out, options = {}) {
  const server = start('view', out);
  const address = await line(server);
  const page = await (await browser.newContext({ viewport: { width: 1000, height: 640 }, ...options })).newPage();
  const faults = faultsOf(page);
  const parts = []; // of the recording: [status, range]
  page.on('response', (r) => r.url().endsWith('/recording') && parts.push([r.status(), r.request().headers().range]));
  const elsewhere = [];
  page.on('request', (r) => !r.url().startsWith(address) && !/^(data|blob):/.test(r.url()) && elsewhere.push(r.url()));
  await page.goto(address);
  await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: PATIENCE });
  return { server, page, faults, parts, elsewhere };
}

const frames = (page) => page.evaluate(() => window.abut.recording.frames.length);

test('a run that goes on is followed, paused, resumed and stopped from the page', async () => {
  const out = join(folder, 'run');
  const run = start('run', join(scenes, 'marbles.yaml'), '-o', out, '-q', '--no-picture', ...['time.end=1000 s', ...BALLS].flatMap((s) => ['--set', s]));
  await until('the run begins', () => existsSync(join(out, 'journal.abut')));
  const { page, faults, parts, elsewhere, server } = await openView(out);
  assert.ok(await page.isVisible('#pause') && await page.isVisible('#stop'));
  const first = await frames(page);
  await until('more frames', async () => (await frames(page)) > first + 3);
  await until('curves', async () => (await page.locator('#plot-list .plot').count()) > 3);
  const rows = () => page.evaluate(() => window.abut.recording.histories['energy.csv'].rows);
  const known = await rows();
  await until('longer curves', async () => (await rows()) > known);

  await page.click('#pause');
  await until('the pause', async () => (await page.textContent('#pause')) === 'Resume the run');
  await new Promise((done) => setTimeout(done, 1500)); // what was on its way arrives
  const paused = await frames(page);
  await new Promise((done) => setTimeout(done, 1000));
  assert.equal(await frames(page), paused, 'a paused run makes no frames');
  await settle(page);
  if (shots) await page.screenshot({ path: join(shots, 'live.png') });

  await page.click('#pause');
  await until('frames after the pause', async () => (await frames(page)) > paused + 3);
  await page.click('#stop');
  assert.equal(await run.ended, 0);
  await until('the end', async () => !(await page.isVisible('#stop')));
  assert.ok(!(await page.isVisible('#pause')));
  const { frames: kept } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'));
  await until('all frames', async () => (await frames(page)) === kept);

  // Whoever comes again sees the report.
  await page.click('#reload');
  await page.waitForSelector('#verdict:not([hidden])', { timeout: PATIENCE });
  assert.match(await page.textContent('#verdict'), /failed|early/);
  assert.ok(await page.isVisible('#numbers'));

  assert.ok(parts.some(([status]) => status === 206) && parts.every(([status, range]) => [204, 206].includes(status) && /^bytes=\d+-\d+$/.test(range)));
  assert.deepEqual(faults, []);
  assert.deepEqual(elsewhere, []);
  server.kill('SIGINT');
  assert.equal(await server.ended, 0);
});

test('a recording that is larger than its report may be is fetched where it is looked at', async () => {
  const out = join(folder, 'large');
  const run = start('run', join(scenes, 'marbles.yaml'), '-o', out, '-q', '--no-picture', '--report-size', '1', '--set', 'time.end=0.3 s',
    ...['generators.glass.count=300', 'output.frames=0.5 ms', 'output.history=5 ms'].flatMap((s) => ['--set', s]));
  assert.equal(await run.ended, 0);
  const { size } = statSync(join(out, 'recording.abut'));
  const { frames: all } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'));
  const report = await (await browser.newContext()).newPage();
  report.setDefaultTimeout(PATIENCE);
  await report.goto(`file://${out}/report.html#still`);
  await report.waitForSelector('html[data-ready]', { state: 'attached' });
  assert.match(await report.textContent('#thinned'), new RegExp(`shows \\d+ of ${all} frames .* 1 MB`));
  assert.ok(statSync(join(out, 'report.html')).size <= 1e6 && (await frames(report)) < all);

  const { page, faults, parts, server } = await openView(out);
  await until('all frames are known', async () => (await frames(page)) === all);
  await page.waitForSelector('#verdict:not([hidden])'); // told at the end of the recording
  const got = () => parts.reduce((sum, [, range]) => sum + Number(range.match(/-(\d+)/)[1]) - Number(range.match(/=(\d+)/)[1]) + 1, 0);
  assert.ok(got() < 0.9 * size + 1e6, `${got()} of ${size} bytes so far`);
  await page.evaluate(() => {
    window.abut.play(false);
    window.abut.seek(0.5 * window.abut.recording.duration);
  });
  await until('the middle', () => page.evaluate(() => Math.abs(window.abut.recording.frames[window.abut.view.frame].time / window.abut.recording.duration - 0.5) < 0.01));
  assert.match(await page.textContent('#verdict'), /checks/);
  assert.equal(await page.textContent('#thinned'), '');
  assert.deepEqual(faults, []);
  server.kill('SIGINT');
  await server.ended;
});
