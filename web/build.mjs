// Bundles a page into one file: build.mjs HTML SCRIPT FILE, as in `build.mjs index.html main.js report.html`. No part of it is fetched
// when the page is opened, and its policy forbids all scripts but its own, so a name in a scene can never run.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), 'utf8');

// What is bundled, with the licences its authors ask to be kept.
function licences(inputs) {
  const names = new Set();
  for (const input of Object.keys(inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) names.add(found[1]);
  }
  return [...names].sort().map((name) => {
    const { version, license } = JSON.parse(read('node_modules', name, 'package.json'));
    return `${name} ${version} (${license})\n\n${read('node_modules', name, 'LICENSE').trim()}`;
  });
}

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const bundle = async (entry, format) => {
  const result = await build({
    entryPoints: [join(here, 'src', entry)],
    absWorkingDir: here,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format,
    target: ['chrome100', 'firefox113', 'safari16.4'],
    legalComments: 'none',
    charset: 'ascii',
  });
  return { text: result.outputFiles[0].text.trim(), inputs: result.metafile.inputs };
};

const [html, entry, file] = process.argv.slice(2);
const script = await bundle(entry, 'iife');
const style = await bundle('style.css');
const code = script.text.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
const policy = [
  "default-src 'none'",
  `script-src ${hash(code)}`,
  `style-src ${hash(style.text)}`,
  'img-src data: blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const fill = {
  POLICY: policy,
  STYLE: style.text,
  SCRIPT: code,
  LICENCES: licences({ ...script.inputs, ...style.inputs })
    .map((text) => `<pre>${escape(text)}</pre>`)
    .join('\n'),
};
const page = read('src', html).replace(/\{\{(\w+)\}\}/g, (_, name) => fill[name]);
writeFileSync(file, page);
