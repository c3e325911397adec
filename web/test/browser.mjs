// Debian's Chromium, as root and without a graphics card.
import { chromium } from 'playwright-core';

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });

// Whatever a page should not do: complain, fail, ask.
export function faultsOf(page) {
  const faults = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && !/GPU stall|GL Driver/.test(m.text()) && faults.push(m.text()));
  page.on('pageerror', (e) => faults.push(String(e)));
  page.on('dialog', (d) => faults.push(`dialog ${d.message()}`));
  return faults;
}

// Waits until the page has drawn what it was told.
export async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
}
