// shot.mjs REPORT PICTURE [SHARE]: a picture of a report.
import { resolve } from 'node:path';
import { launch } from './browser.mjs';

const [report, picture, share = '0.4'] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`file://${resolve(report)}#still`);
await page.waitForSelector('html[data-unpacked]', { state: 'attached', timeout: 120000 });
await page.evaluate((s) => window.abut.seek(s * window.abut.recording.duration), Number(share));
await page.waitForSelector('.plot canvas', { timeout: 120000 });
await page.waitForTimeout(1000);
await page.screenshot({ path: picture, timeout: 120000 });
await browser.close();
