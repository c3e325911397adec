// shot_compare.mjs PAGE PICTURE: a picture of the page of abut compare.
import { resolve } from 'node:path';
import { launch } from './browser.mjs';

const [comparison, picture] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1300, height: 1150 } });
await page.goto(`file://${resolve(comparison)}`);
await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 120000 });
await page.waitForSelector('.plot canvas', { timeout: 120000 });
await page.waitForTimeout(500);
await page.screenshot({ path: picture, timeout: 120000 });
await browser.close();
