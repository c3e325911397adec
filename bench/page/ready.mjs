// ready.mjs REPORT: milliseconds from the navigation until Chromium, without a graphics card, shows it; the shortest of three.
import { resolve } from 'node:path';
import { launch } from '../../web/test/browser.mjs';

const browser = await launch();
let best = Infinity;
for (let i = 0; i < 3; i++) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  const begin = performance.now();
  await page.goto(`file://${resolve(process.argv[2])}#still`, { waitUntil: 'commit' });
  await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 120000 });
  best = Math.min(best, performance.now() - begin);
  await page.close();
}
console.log(best.toFixed(0));
await browser.close();
