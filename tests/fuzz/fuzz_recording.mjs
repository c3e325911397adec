// fuzz_recording.mjs RECORDING COUNT [SEED]: damages the blocks of a recording, or of that in a report.html, and lets the page's reader read them. It must read them or refuse with an
// Error, and neither loop nor take memory without bound. The checksum of zlib would refuse most, so blocks are damaged unpacked and
// packed again; of each recording one is damaged as it is, and each is also cut. Exit code 1, with the seed, if one goes wrong or none is accepted.
import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { Recording } from '../../web/src/recording.js';

const [file, count, start = '1'] = process.argv.slice(2);
const whole = unfold(readFileSync(file));
let state = BigInt(start);
const most = 1 << 20;

function random(below) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number(state >> 33n) % below;
}

// The recording inside a page, as one file.
function unfold(bytes) {
  if (bytes[0] !== '<'.charCodeAt(0)) return bytes;
  const scripts = bytes.toString().matchAll(/<script type="application\/x-abut-recording"[^>]*>([^<]*)</g);
  return Buffer.concat([Buffer.alloc(16), ...[...scripts].map((script) => Buffer.from(script[1], 'base64'))]);
}

function blocksOf(bytes) {
  const blocks = [];
  for (let at = 16; at + 16 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 12);
    blocks.push({ kind: bytes.readUInt32LE(at), frames: bytes.readUInt32LE(at + 4), raw: inflateSync(bytes.subarray(at + 16, at + 16 + size)) });
    at += 16 + size;
  }
  return blocks;
}

function damage(raw) {
  const bytes = Buffer.from(raw);
  for (let hits = random(3); hits >= 0 && bytes.length > 0; hits--) {
    const at = random(bytes.length);
    if (random(2)) bytes[at] ^= 1 << random(8);
    else bytes[at] = [0, 127, 128, 255][random(4)];
  }
  return random(4) ? bytes : bytes.subarray(0, random(bytes.length + 1));
}

async function read(blocks) {
  const recording = new Recording();
  for (const { kind, frames, packed } of blocks) await recording.add(kind, frames, () => packed);
  for (const block of recording.blocks) await recording.load(block);
  return recording;
}

const original = blocksOf(whole).map((b) => ({ ...b, packed: deflateSync(b.raw, { level: 1 }) }));
const good = await read(original);
if (good.blocks.length === 0) throw new Error(`'${file}' holds no recording`);
let accepted = 0;
const reasons = new Map();
for (let i = 0; i < Number(count); i++) {
  const victim = random(original.length);
  const blocks = original.map((b, k) => {
    if (k !== victim) return b;
    if (i % 8 === 0) return { ...b, packed: damage(b.packed) };
    return { ...b, frames: random(16) ? b.frames : random(1 << 16), packed: deflateSync(damage(b.raw), { level: 1 }) };
  });
  const began = Date.now();
  try {
    await read(blocks);
    accepted++;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = `${error.name}: ${error.message}`.slice(0, 60);
    reasons.set(reason, (reasons.get(reason) || 0) + 1);
  }
  const took = Date.now() - began;
  if (took > 10000 || process.memoryUsage().arrayBuffers > 2048 * most) {
    console.log(`recording: input ${i} of seed ${start} took ${took} ms`);
    process.exit(1);
  }
}
for (const [reason, times] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 6)) console.error(`${times} x ${reason}`);
console.log(`recording: ${count} inputs, no finding; accepted: recording ${accepted}`);
process.exit(accepted > 0 ? 0 : 1);
