// Reads a recording: the format is described in src/report/recording.h. Tables are read at once, motion and contacts when they are asked for.

const KIND = { about: 1, shapes: 2, bodies: 3, times: 4, motion: 5, contacts: 6, history: 7, links: 8 };
export const FORM = { sphere: 0, box: 1, cylinder: 2, plane: 3, mesh: 4, compound: 5 };
export const FLAG = { fixed: 1, noContact: 2, hidden: 8 };
export const DEPTHS = ['not deep', 'up to 1 µm', 'up to 10 µm', 'up to 0.1 mm', 'up to 1 mm', 'deeper'];
const TIMES = 10;
const MAX_READY = 24e6; // body-frames that are kept unpacked: about 500 MB

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }
  u8() {
    if (this.at >= this.bytes.length) throw new Error('a block of the recording ends early');
    return this.bytes[this.at++];
  }
  v() {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }
  z() {
    const value = this.v();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
  f32() {
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }
  vector() {
    return [this.f32(), this.f32(), this.f32()];
  }
}

async function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function readMesh(r) {
  const vertices = r.v();
  const triangles = r.v();
  const low = r.vector();
  const step = r.f32();
  const position = new Float32Array(3 * vertices);
  const last = [0, 0, 0];
  for (let i = 0; i < 3 * vertices; i++) {
    last[i % 3] += r.z();
    position[i] = low[i % 3] + step * last[i % 3];
  }
  const index = new Uint32Array(3 * triangles);
  let corner = 0;
  for (let i = 0; i < index.length; i++) index[i] = corner += r.z();
  return { position, index };
}

function readShapes(bytes, shapes) {
  const r = new Reader(bytes);
  for (let left = r.v(); left > 0; left--) {
    const shape = { form: r.u8(), half: r.vector(), radius: r.f32() };
    if (shape.form === FORM.mesh) Object.assign(shape, readMesh(r));
    shapes.push(shape);
  }
}

function readBodies(bytes) {
  const r = new Reader(bytes);
  const n = r.v();
  const table = { n };
  for (const column of ['slot', 'collider', 'name', 'number', 'shape', 'material', 'flags', 'owner', 'colliderName']) {
    table[column] = new Int32Array(n);
    for (let i = 0; i < n; i++) table[column][i] = r.v();
  }
  table.mass = new Float32Array(n);
  for (let i = 0; i < n; i++) table.mass[i] = r.f32();
  return table;
}

// Values of one channel from their residuals. `since` tells how many frames before may be used, null = all of the block.
function readChannel(r, frames, bodies, to, since) {
  const order = r.u8();
  const { bytes } = r;
  let { at } = r; // read in place: there are millions
  if (bytes.length - at < frames * bodies) throw new Error('a block of the recording ends early');
  for (let f = 0, row = 0; f < frames; f++) {
    for (let b = 0; b < bodies; b++, row++) {
      let byte = bytes[at++];
      let value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++];
        value |= (byte & 127) << shift;
      }
      value = (value >>> 1) ^ -(value & 1);
      const known = since ? since[row] : f;
      const use = order < known ? order : known;
      if (use === 1) value += to[row - bodies];
      else if (use >= 2) value += 2 * to[row - bodies] - to[row - 2 * bodies];
      to[row] = value;
    }
  }
  if (at > bytes.length) throw new Error('a block of the recording ends early');
  r.at = at;
}

function readMotion(bytes) {
  const r = new Reader(bytes);
  const frames = r.v();
  const bodies = r.v();
  const rows = frames * bodies;
  const from = new Int32Array(bodies); // frames in which a body is there: [from, to)
  const to = new Int32Array(bodies);
  for (let b = 0; b < bodies; b++) {
    from[b] = r.v();
    to[b] = frames - r.v();
  }
  const x = [0, 1, 2].map(() => new Int32Array(rows));
  for (const channel of x) readChannel(r, frames, bodies, channel, null);
  const out = new Uint8Array(rows);
  readChannel(r, frames, bodies, out, null);
  const since = new Uint8Array(rows);
  for (let row = bodies; row < rows; row++) {
    if (out[row] === out[row - bodies]) since[row] = Math.min(2, since[row - bodies] + 1);
  }
  const turn = [0, 1, 2].map(() => new Int16Array(rows));
  for (const channel of turn) readChannel(r, frames, bodies, channel, since);
  const speed = new Uint16Array(rows);
  readChannel(r, frames, bodies, speed, null);
  return { frames, bodies, from, to, x, out, turn, speed };
}

function readContacts(bytes) {
  const r = new Reader(bytes);
  const frames = r.v();
  const first = new Uint32Array(frames + 1);
  for (let f = 0; f < frames; f++) first[f + 1] = first[f] + r.v();
  const n = first[frames];
  const channel = Array.from({ length: 8 }, () => new Int32Array(n));
  for (const c of [0, 1]) {
    let last = 0;
    for (let i = 0; i < n; i++) channel[c][i] = last += r.z();
  }
  const like = matchContacts(first, channel[0], channel[1]);
  for (let c = 2; c < 8; c++) {
    for (let i = 0; i < n; i++) channel[c][i] = r.z() + (like[i] < 0 ? 0 : channel[c][like[i]]);
  }
  return { frames, first, channel };
}

// The contact that each was predicted from, -1 = none: the one before if it is of the same pair, else the pair's first in the frame before.
function matchContacts(first, lower, upper) {
  const like = new Int32Array(lower.length).fill(-1);
  const same = (i, k) => lower[i] === lower[k] && upper[i] === upper[k];
  for (let f = 0; f + 1 < first.length; f++) {
    let old = f > 0 ? first[f - 1] : first[f];
    for (let i = first[f]; i < first[f + 1]; i++) {
      while (old < first[f] && (lower[old] < lower[i] || (lower[old] === lower[i] && upper[old] < upper[i]))) old++;
      if (i > first[f] && same(i - 1, i)) like[i] = i - 1;
      else if (old < first[f] && same(old, i)) like[i] = old;
    }
  }
  return like;
}

function readLinks(bytes) {
  const r = new Reader(bytes);
  const frames = r.v();
  const n = r.v();
  const channel = Array.from({ length: 6 }, () => {
    const to = new Int32Array(frames * n);
    for (let row = 0; row < to.length; row++) to[row] = r.z() + (row < n ? 0 : to[row - n]);
    return to;
  });
  return { n, channel };
}

function readHistory(bytes) {
  const r = new Reader(bytes);
  const length = r.v();
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(r.at, r.at + length)));
  const planes = bytes.subarray(r.at + length);
  const values = head.columns.length * head.rows;
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  const columns = head.columns.map(([name, unit], k) => {
    const data = new Float64Array(head.rows);
    bits[0] = 0;
    for (let i = 0; i < head.rows; i++) {
      const at = k * head.rows + i;
      bits[0] += planes[at] + (planes[values + at] << 8) + (planes[2 * values + at] << 16) + planes[3 * values + at] * 16777216;
      data[i] = float[0];
    }
    return { name, unit, data };
  });
  return { file: head.file, rows: head.rows, of: head.of, columns };
}

function readTimes(bytes, frames, to) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let f = 0; f < frames; f++) {
    const row = [];
    for (let k = 0; k < TIMES; k++) row.push(view.getFloat64(8 * (TIMES * f + k), true));
    const [time, dt, deepest, contacts, ...depths] = row;
    to.push({ time, dt, deepest, contacts, depths });
  }
}

export class Recording {
  constructor() {
    this.about = { names: [], materials: [], joints: [] };
    this.shapes = [];
    this.epochs = [];
    this.frames = []; // { time, dt, deepest, contacts, depths }
    this.blocks = []; // { epoch, first, frames, motion, contacts }: the last two are packed until they are asked for
    this.histories = {};
    this.fastest = 0; // level, of what has been unpacked
    this.bytes = 0;
    this.unpacked = []; // blocks, the oldest first
    this.room = MAX_READY;
  }

  // One block; `payload` makes its packed bytes. Blocks must come in their order.
  async add(kind, frames, payload) {
    // Contacts come last: a block is known when all of it can be asked for.
    if (kind === KIND.motion) {
      this.coming = { epoch: this.epochs.length - 1, first: this.frames.length - frames, frames, motion: payload };
      return;
    }
    if (kind === KIND.links) {
      this.coming.links = payload;
      return;
    }
    if (kind === KIND.contacts) {
      this.blocks.push({ ...this.coming, contacts: payload });
      return;
    }
    const bytes = await unpack(await payload());
    if (kind === KIND.about) Object.assign(this.about, JSON.parse(new TextDecoder().decode(bytes)));
    else if (kind === KIND.shapes) readShapes(bytes, this.shapes);
    else if (kind === KIND.bodies) this.epochs.push(readBodies(bytes));
    else if (kind === KIND.times) readTimes(bytes, frames, this.frames);
    else if (kind === KIND.history) {
      const history = readHistory(bytes);
      this.histories[history.file] = history;
    }
  }

  get duration() {
    const last = this.blocks[this.blocks.length - 1];
    return last ? this.frames[last.first + last.frames - 1].time : 0;
  }

  // The last frame at or before a time.
  frameAt(time) {
    let low = 0;
    let high = this.frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle].time <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  blockOf(frame) {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle].first <= frame) low = middle;
      else high = middle - 1;
    }
    return this.blocks[low];
  }

  async load(block) {
    if (block.ready) return block;
    block.loading ||= (async () => {
      const [motion, contacts] = await Promise.all([block.motion(), block.contacts()].map(async (packed) => unpack(await packed)));
      block.m = readMotion(motion);
      block.c = readContacts(contacts);
      block.l = block.links ? readLinks(await unpack(await block.links())) : { n: 0 };
      for (const level of block.m.speed) if (level > this.fastest) this.fastest = level;
      block.ready = true;
      this.makeRoom(block);
      return block;
    })().catch((error) => {
      block.loading = null; // the next one who wants it tries again
      throw error;
    });
    return block.loading;
  }

  // Forgets the blocks that were unpacked first when there are too many; they can be unpacked again.
  makeRoom(block) {
    const size = (b) => b.frames * this.epochs[b.epoch].n;
    this.unpacked.push(block);
    this.room -= size(block);
    while (this.room < 0 && this.unpacked.length > 4) {
      const old = this.unpacked.shift();
      this.room += size(old);
      old.ready = false;
      old.loading = old.m = old.c = old.l = null;
    }
  }

  level(level) {
    return level > 0 ? this.about.min_level * 2 ** ((level - 1) / 8) : 0;
  }

  // Position and quaternion (x, y, z, w) of a body, into `to` at `at`.
  pose(block, frame, body, to, at) {
    const { m } = block;
    const row = (frame - block.first) * m.bodies + body;
    const { quantum, turn } = this.about;
    to[at] = m.x[0][row] * quantum;
    to[at + 1] = m.x[1][row] * quantum;
    to[at + 2] = m.x[2][row] * quantum;
    const a = m.turn[0][row] * turn;
    const b = m.turn[1][row] * turn;
    const c = m.turn[2][row] * turn;
    const d = Math.sqrt(Math.max(0, 1 - a * a - b * b - c * c));
    const out = m.out[row];
    to[at + 6] = out === 0 ? d : a; // w
    to[at + 3] = out === 1 ? d : out === 0 ? a : b;
    to[at + 4] = out === 2 ? d : out === 3 ? c : b;
    to[at + 5] = out === 3 ? d : c;
  }

  // Whether a body of the table lives in a frame.
  there(block, frame, body) {
    return frame - block.first >= block.m.from[body] && frame - block.first < block.m.to[body];
  }

  // How many bodies live in a frame of a block that is ready.
  population(block, frame) {
    let count = 0;
    for (let i = 0; i < block.m.bodies; i++) count += this.there(block, frame, i);
    return count;
  }

  speed(block, frame, body) {
    return this.level(block.m.speed[(frame - block.first) * block.m.bodies + body]);
  }

  // Calls each(lower, upper, x, y, z from the smaller body's centre, force, direction on the lower one) for the contacts of a frame.
  contacts(block, frame, each) {
    const { first, channel } = block.c;
    const q = this.about.contact_quantum;
    for (let i = first[frame - block.first]; i < first[frame - block.first + 1]; i++) {
      const u = channel[6][i] / this.about.direction;
      const v = channel[7][i] / this.about.direction;
      const w = 1 - Math.abs(u) - Math.abs(v);
      const x = w < 0 ? (1 - Math.abs(v)) * (u < 0 ? -1 : 1) : u;
      const y = w < 0 ? (1 - Math.abs(u)) * (v < 0 ? -1 : 1) : v;
      const s = 1 / Math.hypot(x, y, w);
      each(channel[0][i], channel[1][i], channel[2][i] * q, channel[3][i] * q, channel[4][i] * q,
        this.level(channel[5][i]), x * s, y * s, w * s);
    }
  }

  // The ends of link i, x, y, z of one and of the other.
  link(block, frame, i) {
    return block.l.channel.map((c) => c[(frame - block.first) * block.l.n + i] * this.about.quantum);
  }

  label(epoch, body) {
    const table = this.epochs[epoch];
    const name = this.about.names[table.name[body]];
    const own = table.number[body] > 0 ? `${name}[${table.number[body] - 1}]` : name;
    return table.collider[body] > 0 ? `${own}/${this.about.names[table.colliderName[body] - 1]}` : own;
  }

  // Row of a body in another epoch, -1 = it does not live then.
  rowIn(epoch, slot) {
    const table = this.epochs[epoch];
    for (let i = 0; i < table.n; i++) if (table.slot[i] === slot && table.collider[i] === 0) return i;
    return -1;
  }
}

// ------------------------------------------------------------------------------------------------ where recordings come from

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// The recording inside the page; null when there is none.
// The recording in the page; of one of its runs, where there are several.
export async function inlineRecording(run) {
  const scripts = document.querySelectorAll(`script[type="application/x-abut-recording"]${run === undefined ? '' : `[data-run="${run}"]`}`);
  if (!scripts.length) return null;
  const recording = new Recording();
  for (const script of scripts) {
    const text = script.textContent;
    const head = new DataView(fromBase64(text.slice(0, 24)).buffer);
    recording.bytes += (text.length / 4) * 3;
    await recording.add(head.getUint32(0, true), head.getUint32(4, true), () => fromBase64(text).subarray(16));
  }
  return recording;
}

const CHUNK = 4 << 20;
const WINDOW = 1 << 16;

// A server on a busy machine may let a request fall: ask again.
async function ask(range, tries = 5) {
  try {
    return await fetch('recording', { headers: { Range: range }, cache: 'no-store' });
  } catch (error) {
    if (tries <= 1) throw error;
    await new Promise((done) => setTimeout(done, 300));
    return ask(range, tries - 1);
  }
}

// Bytes [from, from + count) of the server's recording, or as many as there are.
async function fetchPart(from, count) {
  const reply = await ask(`bytes=${from}-${from + count - 1}`);
  if (!reply.ok && reply.status !== 416) throw new Error(`the server answered ${reply.status}`);
  const bytes = reply.status === 206 ? new Uint8Array(await reply.arrayBuffer()) : new Uint8Array(0);
  return { bytes, live: reply.headers.get('X-Abut-Live') === '1' };
}

async function fetchAll(from, count) {
  const all = new Uint8Array(count);
  for (let at = 0; at < count; ) {
    const { bytes } = await fetchPart(from + at, Math.min(CHUNK, count - at));
    if (!bytes.length) throw new Error('the recording ends early');
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

const isTable = (kind) => ![KIND.motion, KIND.contacts, KIND.links].includes(kind);

// A recording that is whole: tables are fetched, motion and contacts only when they are asked for. Calls more(recording, false) when there is
// something to show and when all is known.
async function wholeRecording(more) {
  const recording = new Recording();
  let window = { at: 0, bytes: new Uint8Array(0) };
  let shown = false;
  for (let at = 16; ; ) {
    if (at < window.at || at + 16 > window.at + window.bytes.length) window = { at, bytes: (await fetchPart(at, WINDOW)).bytes };
    if (window.bytes.length < 16) break;
    const head = new DataView(window.bytes.buffer, at - window.at, 16);
    const [kind, frames, size] = [head.getUint32(0, true), head.getUint32(4, true), head.getUint32(12, true)];
    const first = at + 16;
    const inside = first + size <= window.at + window.bytes.length;
    const here = isTable(kind) && inside ? window.bytes.slice(first - window.at, first - window.at + size) : null;
    await recording.add(kind, frames, () => here || fetchAll(first, size));
    at = recording.bytes = first + size;
    if (!shown && kind === KIND.contacts) await more(recording, false);
    shown ||= kind === KIND.contacts;
  }
  await more(recording, false);
  return recording;
}

// The recording of a server: GET recording with a range, more as the run goes on. Ends when the server says that the run is over and all
// bytes are there. Calls more(recording, live) whenever whole blocks have come.
export async function servedRecording(more) {
  if (!(await fetchPart(0, 16)).live) return wholeRecording(more);
  const recording = new Recording();
  let rest = new Uint8Array(0);
  let offset = 0;
  let headless = true;
  for (;;) {
    const { bytes, live } = await fetchPart(offset, CHUNK);
    offset += bytes.length;
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    rest = all;
    if (headless && rest.length >= 16) {
      rest = rest.subarray(16);
      headless = false;
    }
    const before = recording.frames.length;
    rest = headless ? rest : await takeBlocks(recording, rest);
    recording.bytes = offset;
    if (bytes.length > 0 || recording.frames.length !== before) await more(recording, live);
    if (bytes.length === 0) {
      if (!live) {
        await more(recording, false);
        return recording;
      }
      await new Promise((done) => setTimeout(done, 500));
    }
  }
}

async function takeBlocks(recording, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 16 <= bytes.length) {
    const size = view.getUint32(at + 12, true);
    if (at + 16 + size > bytes.length) break;
    const packed = bytes.slice(at + 16, at + 16 + size);
    await recording.add(view.getUint32(at, true), view.getUint32(at + 4, true), () => packed);
    at += 16 + size;
  }
  return bytes.slice(at);
}
