// The moving scene. Bodies of one form are instances of one mesh; a frame writes their matrices and nothing else is made anew.
import {
  AmbientLight, Box3, BufferAttribute, BufferGeometry, BoxGeometry, Color, ConeGeometry, CylinderGeometry, DirectionalLight, DoubleSide,
  HemisphereLight, InstancedMesh, LineBasicMaterial, LineLoop, Matrix4, Mesh, MeshBasicMaterial,
  MeshStandardMaterial, MeshLambertMaterial, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Quaternion, Raycaster, Scene,
  ShaderMaterial, ShadowMaterial, SphereGeometry, Vector2, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { mergeGeometries, toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { FLAG, FORM } from './recording.js';
import { BODY, scale } from './palette.js';

const CREASE = (50 * Math.PI) / 180; // edges sharper than that stay sharp
const MAX_MARKS = 60000; // contacts drawn
const SHADOW_TRIANGLES = 600000;
const MANY = 1000; // bodies: the camera is set up by their spheres
const SAMPLES = 8; // frames that the camera is set up by

const WALL = 1; // what is fixed
const SHELL = 2; // what is around the others
const OPACITY = [0.16, 0.3, 0.14]; // of what is not solid: bodies behind chains, walls, shells

export const COLOURS = ['body', 'material', 'speed', 'contact force'];
export const MARKS = ['none', 'points', 'forces', 'chains'];

// Rounder when there are few, and when a graphics card draws them.
function unitSphere(count, software) {
  const many = count * (software ? 4 : 1);
  const [around, along] = many <= 60 ? [48, 32] : many <= 1000 ? [24, 16] : many <= 8000 ? [16, 11] : [12, 8];
  const geometry = new SphereGeometry(1, around, along);
  // Darker caps, so that one sees it roll.
  const y = geometry.attributes.position;
  const colour = new Float32Array(3 * y.count);
  for (let i = 0; i < y.count; i++) colour.fill(Math.abs(y.getY(i)) > 0.86 ? 0.72 : 1, 3 * i, 3 * i + 3);
  geometry.setAttribute('color', new BufferAttribute(colour, 3));
  return geometry;
}

function plain(geometry) {
  const colour = new Float32Array(3 * geometry.attributes.position.count).fill(1);
  geometry.setAttribute('color', new BufferAttribute(colour, 3));
  return geometry;
}

function meshGeometry(shape) {
  const indexed = new BufferGeometry();
  indexed.setAttribute('position', new BufferAttribute(shape.position, 3));
  indexed.setIndex(new BufferAttribute(shape.index, 1));
  return plain(toCreasedNormals(indexed, CREASE));
}

function arrowGeometry() {
  const shaft = new CylinderGeometry(0.035, 0.035, 0.72, 8).translate(0, 0.36, 0);
  const head = new ConeGeometry(0.11, 0.28, 12).translate(0, 0.86, 0);
  return mergeGeometries([shaft, head]);
}

function rendererName() {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) throw new Error('the browser has no WebGL');
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

// A grid that fades away from the middle, with lines as thin as the screen allows.
const gridMaterial = () =>
  new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: { line: { value: new Color() }, step: { value: 1 }, reach: { value: 1 } },
    vertexShader: 'varying vec2 at; void main() { at = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: `
      varying vec2 at; uniform vec3 line; uniform float step; uniform float reach;
      float lines(float step) {
        vec2 d = abs(fract(at / step - 0.5) - 0.5) / fwidth(at / step);
        return 1.0 - min(min(d.x, d.y), 1.0);
      }
      void main() {
        float fade = 1.0 - smoothstep(0.35, 1.0, length(at) / reach);
        float shade = max(0.12 * lines(step), 0.26 * lines(5.0 * step));
        gl_FragColor = vec4(line, fade * (shade + 0.05));
        #include <colorspace_fragment>
      }`,
  });

export class View {
  constructor(canvas, recording) {
    this.recording = recording;
    this.canvas = canvas;
    this.colour = 'body';
    this.marks = 'none';
    this.walls = 'glass';
    this.selected = null; // { slot } of a body
    this.follow = false;
    this.strongest = 0; // N, of frames seen
    this.software = /swiftshader|llvmpipe|software/i.test(rendererName());
    const smooth = !this.software || recording.epochs[0].n <= 100;
    this.renderer = new WebGLRenderer({ canvas, antialias: smooth, alpha: true, powerPreference: 'high-performance' });
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(32, 1, 0.01, 100);
    this.poses = new Float32Array(0);
    this.groups = [];
    this.epoch = -1;
    this.measure();
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', () => this.onchange?.());
    this.light();
    this.makeMarks();
    this.frameAll();
  }

  // ------------------------------------------------------------------------------------------------- what there is to see

  // Up, floor, middle and size, from frames all along the recording that are there.
  measure() {
    const { recording } = this;
    const g = new Vector3(...(recording.about.gravity || [0, 0, 0]));
    this.up = g.length() > 0 ? g.clone().normalize().negate() : new Vector3(0, 0, 1);
    this.floor = null;
    const points = [];
    const last = recording.frames.length - 1;
    for (let k = 0; k <= SAMPLES; k++) {
      const frame = Math.round((last * k) / SAMPLES);
      const block = recording.blockOf(frame);
      if (block.ready && frame < block.first + block.frames) this.measureFrame(block, frame, points);
    }
    // A few that flew off must not make the rest tiny.
    const share = points.length > 40 * SAMPLES ? 0.02 : 0;
    const end = (sign) => ['x', 'y', 'z'].map((axis) => {
      const list = points.map((p) => p.x[axis] + sign * p.r[axis]).sort((a, b) => sign * (b - a));
      return list.length ? list[Math.floor(share * (list.length - 1))] : sign;
    });
    const low = new Vector3(...end(-1));
    const high = new Vector3(...end(1));
    this.centre = low.clone().add(high).multiplyScalar(0.5);
    this.corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => new Vector3(k & 1 ? low.x : high.x, k & 2 ? low.y : high.y, k & 4 ? low.z : high.z));
    this.radius = 0.5 * low.distanceTo(high) || 1;
  }

  measureFrame(block, frame, points) {
    const { recording } = this;
    const table = recording.epochs[block.epoch];
    const pose = new Float32Array(7);
    let steepest = 0.5;
    for (let i = 0; i < table.n; i++) {
      const shape = recording.shapes[table.shape[i]];
      if (!recording.there(block, frame, i)) continue;
      recording.pose(block, frame, i, pose, 0);
      const x = new Vector3(pose[0], pose[1], pose[2]);
      if (shape.form === FORM.plane) {
        const normal = new Vector3(...shape.half).applyQuaternion(new Quaternion(pose[3], pose[4], pose[5], pose[6]));
        if (normal.dot(this.up) > steepest) {
          steepest = normal.dot(this.up);
          this.floor = { slot: table.slot[i], collider: table.collider[i], point: x, normal };
        }
      } else if (!(table.flags[i] & FLAG.hidden)) {
        shape.reach ||= new Vector3(shape.radius, shape.radius, shape.radius);
        points.push({ x, r: table.n > MANY ? shape.reach : reach(shape.half, pose) });
      }
    }
    for (let i = 0; i < block.l.n; i++) {
      const ends = recording.link(block, frame, i);
      points.push({ x: new Vector3(...ends.slice(0, 3)), r: NOTHING }, { x: new Vector3(...ends.slice(3)), r: NOTHING });
    }
    if (this.floor) this.up = this.floor.normal.clone();
  }

  // A direction by its parts along x (or y, when that is up), across it, and up: as in picture.png.
  across(front, side, high) {
    const { up } = this;
    const other = Math.abs(up.x) < 0.5 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    const beside = new Vector3().crossVectors(up, other).normalize();
    const ahead = new Vector3().crossVectors(beside, up);
    return ahead.multiplyScalar(front).addScaledVector(beside, side).addScaledVector(up, high).normalize();
  }

  frameAll() {
    this.camera.up.copy(this.up);
    const direction = this.across(-0.55, -0.8, 0.52);
    const distance = this.fit(direction);
    this.controls.target.copy(this.centre);
    this.camera.position.copy(this.centre).addScaledVector(direction, distance);
    this.camera.near = distance / 500;
    this.camera.far = distance * 50;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.onchange?.();
  }

  // How far the eye must be, looking from `direction`, so that all corners are in the picture with a margin.
  fit(direction) {
    const side = new Vector3().crossVectors(this.up, direction).normalize();
    const over = new Vector3().crossVectors(direction, side);
    const tall = 0.86 * Math.tan((this.camera.fov * Math.PI) / 360);
    const wide = tall * (this.camera.aspect || 1);
    let distance = 0.01 * this.radius;
    for (const corner of this.corners) {
      const d = corner.clone().sub(this.centre);
      const across = Math.max(Math.abs(d.dot(side)) / wide, Math.abs(d.dot(over)) / tall);
      distance = Math.max(distance, across + d.dot(direction));
    }
    return distance;
  }

  light() {
    const { up, radius } = this;
    this.hemisphere = new HemisphereLight(0xffffff, 0x8d99a8, 1.5);
    this.hemisphere.position.copy(up);
    this.sun = new DirectionalLight(0xffffff, 2.0);
    this.sun.position.copy(this.centre).addScaledVector(this.across(0.15, -0.75, 1.2), 4 * radius);
    this.sun.target.position.copy(this.centre);
    const s = this.sun.shadow;
    Object.assign(s.camera, { left: -1.6 * radius, right: 1.6 * radius, top: 1.6 * radius, bottom: -1.6 * radius });
    s.camera.near = radius;
    s.camera.far = 8 * radius;
    s.mapSize.set(this.software ? 1024 : 2048, this.software ? 1024 : 2048);
    s.bias = -0.0006;
    s.normalBias = 0.004 * radius;
    s.radius = 3;
    const fill = new DirectionalLight(0xffffff, 0.7); // from the eye, so that no side is black
    this.camera.add(fill, fill.target);
    fill.position.set(-0.4, 0.5, 1);
    this.scene.add(new AmbientLight(0xffffff, 0.3), this.hemisphere, this.sun, this.sun.target, this.camera);
  }

  // --------------------------------------------------------------------------------------------------------------- bodies

  // Instances for the bodies of an epoch.
  build(epoch) {
    for (const group of this.groups) this.drop(group.mesh);
    this.groups = [];
    for (const mesh of this.planes || []) this.drop(mesh);
    this.planes = [];
    this.epoch = epoch;
    const table = this.recording.epochs[epoch];
    const buckets = new Map();
    const counts = [0, 0, 0, 0, 0];
    for (let i = 0; i < table.n; i++) {
      const shape = this.recording.shapes[table.shape[i]];
      const hidden = table.flags[i] & FLAG.hidden; // from pictures: here it is a wall, unless nothing can touch it
      if (shape.form === FORM.plane || (hidden && table.flags[i] & FLAG.noContact)) continue;
      counts[shape.form]++;
      const wall = hidden ? SHELL : table.flags[i] & FLAG.fixed ? WALL : 0;
      const key = `${shape.form === FORM.mesh ? `m${table.shape[i]}` : shape.form}:${wall}`;
      if (!buckets.has(key)) buckets.set(key, { shape, wall, rows: [] });
      buckets.get(key).rows.push(i);
    }
    let triangles = 0;
    for (const { shape, wall, rows } of buckets.values()) {
      const geometry = this.geometry(shape, counts[shape.form]);
      triangles += (rows.length * (geometry.index ? geometry.index.count : geometry.attributes.position.count)) / 3;
      this.groups.push({ rows, wall, mesh: this.instances(geometry, rows, wall, table.n) });
    }
    this.shadows = triangles < (this.software ? SHADOW_TRIANGLES / 8 : SHADOW_TRIANGLES);
    this.renderer.shadowMap.enabled = this.shadows;
    this.sun.castShadow = this.shadows;
    this.buildPlanes(table);
    this.groundShadow();
  }

  drop(mesh) {
    this.scene.remove(mesh);
    mesh.geometry.dispose();
    mesh.dispose?.();
  }

  geometry(shape, count) {
    if (shape.form === FORM.sphere) return unitSphere(count, this.software);
    if (shape.form === FORM.box) return plain(new BoxGeometry(2, 2, 2));
    if (shape.form === FORM.cylinder) return plain(new CylinderGeometry(1, 1, 2, count <= 200 ? 48 : 20).rotateX(Math.PI / 2));
    return meshGeometry(shape);
  }

  instances(geometry, rows, wall, bodies) {
    const simple = this.software && bodies > 200;
    const material = simple
      ? new MeshLambertMaterial({ vertexColors: true })
      : new MeshStandardMaterial({ vertexColors: true, roughness: 0.62, metalness: 0.05 });
    const mesh = new InstancedMesh(geometry, material, rows.length);
    mesh.setColorAt(0, new Color(1, 1, 1)); // makes room for colours
    mesh.castShadow = !wall;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.scene.add(mesh);
    return mesh;
  }

  // Planes of the table: where the middle of the scene falls onto them, and their normals.
  planesOf(table) {
    const pose = new Float32Array(7);
    const block = this.recording.blocks.find((b) => b.epoch === this.epoch && b.ready);
    const list = [];
    for (let i = 0; block && i < table.n; i++) {
      const shape = this.recording.shapes[table.shape[i]];
      if (shape.form !== FORM.plane || table.flags[i] & FLAG.hidden) continue;
      this.recording.pose(block, block.first, i, pose, 0);
      const normal = new Vector3(...shape.half).applyQuaternion(new Quaternion(pose[3], pose[4], pose[5], pose[6]));
      const height = normal.dot(new Vector3(pose[0], pose[1], pose[2]).sub(this.centre));
      const isFloor = this.floor?.slot === table.slot[i] && this.floor.collider === table.collider[i];
      list.push({ point: this.centre.clone().addScaledVector(normal, height), normal, height, isFloor });
    }
    return list;
  }

  // Walls end where the scene ends, or at those of them that are not much farther.
  buildPlanes(table) {
    const planes = this.planesOf(table);
    const box = new Box3().setFromPoints(this.corners);
    for (const p of planes) if (Math.abs(p.height) < 1.5 * this.radius) box.expandByPoint(p.point);
    const size = box.getSize(new Vector3()).multiplyScalar(1.02);
    box.setFromCenterAndSize(box.getCenter(new Vector3()), size);
    for (const { point, normal, isFloor } of planes) {
      const mesh = isFloor ? this.makeFloor() : this.makeWall(box, point, normal);
      if (isFloor) {
        mesh.position.copy(point);
        mesh.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
      }
      this.scene.add(mesh);
      this.planes.push(mesh);
    }
  }

  makeFloor() {
    const reach = 5 * this.radius;
    const material = gridMaterial();
    material.uniforms.reach.value = reach;
    material.uniforms.step.value = 10 ** Math.floor(Math.log10(this.radius)) / 2;
    this.grid = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), material);
    this.grid.renderOrder = -1;
    this.theme(this.dark);
    return this.grid;
  }

  // What a plane cuts out of a box, as glass with an outline.
  makeWall({ min, max }, point, normal) {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z));
    const rim = above(cutBox(corners, point, normal), this.floor);
    const geometry = new BufferGeometry().setFromPoints(rim);
    geometry.setIndex(rim.slice(2).flatMap((_, k) => [0, k + 1, k + 2]));
    const wall = new Mesh(geometry, new MeshBasicMaterial({ color: GLASS, transparent: true, opacity: 0.1, depthWrite: false, side: DoubleSide }));
    const edge = new LineBasicMaterial({ color: GLASS, transparent: true, opacity: 0.45 });
    wall.add(new LineLoop(new BufferGeometry().setFromPoints(rim), edge));
    wall.userData.wall = true;
    return wall;
  }

  groundShadow() {
    if (!this.shadows || !this.grid || !this.floor) return;
    const reach = 5 * this.radius;
    const shadow = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), new ShadowMaterial({ opacity: 0.22 }));
    shadow.receiveShadow = true;
    shadow.position.copy(this.grid.position).addScaledVector(this.floor.normal, -0.001 * this.radius);
    shadow.quaternion.copy(this.grid.quaternion);
    this.scene.add(shadow);
    this.planes.push(shadow);
  }

  theme(dark) {
    this.dark = dark;
    if (this.grid) this.grid.material.uniforms.line.value.set(dark ? 0x9fb2c8 : 0x51637a);
    this.onchange?.();
  }

  // ------------------------------------------------------------------------------------------------------------- a moment

  // Both blocks must be ready; `part` of the way from frame a to the next.
  show(frame, part) {
    const { recording } = this;
    const block = recording.blockOf(frame);
    if (block.epoch !== this.epoch) this.build(block.epoch);
    const next = Math.min(frame + 1, recording.frames.length - 1);
    const other = recording.blockOf(next);
    const still = part === 0 || other.epoch !== block.epoch || !other.ready;
    const n = recording.epochs[block.epoch].n;
    if (this.poses.length !== 7 * n) {
      this.poses = new Float32Array(7 * n);
      this.ahead = new Float32Array(7);
    }
    for (let i = 0; i < n; i++) {
      recording.pose(block, frame, i, this.poses, 7 * i);
      if (!still) this.blend(other, next, i, part);
    }
    this.block = block;
    this.frame = frame;
    this.place();
    this.paint();
    this.markContacts();
    this.drawLinks(still ? null : other, next, part);
    this.keepFollowing();
  }

  // Springs and rods, as thin bars.
  drawLinks(other, next, part) {
    const { n } = this.block.l;
    if (!n && !this.marker.links.visible) return;
    const mesh = this.reserve('links', n);
    const at = new Matrix4();
    for (let i = 0; i < n; i++) {
      const ends = this.recording.link(this.block, this.frame, i);
      if (other) this.recording.link(other, next, i).forEach((x, k) => (ends[k] += part * (x - ends[k])));
      mesh.setMatrixAt(i, bar(new Vector3(...ends.slice(0, 3)), new Vector3(...ends.slice(3)), 0.005 * this.radius, at));
    }
    mesh.count = n;
    mesh.visible = n > 0;
    mesh.instanceMatrix.needsUpdate = true;
  }

  blend(block, frame, i, part) {
    const { poses, ahead } = this;
    const at = 7 * i;
    this.recording.pose(block, frame, i, ahead, 0);
    for (let k = 0; k < 3; k++) poses[at + k] += part * (ahead[k] - poses[at + k]);
    let dot = 0;
    for (let k = 3; k < 7; k++) dot += poses[at + k] * ahead[k];
    const sign = dot < 0 ? -1 : 1;
    let norm = 0;
    for (let k = 3; k < 7; k++) {
      poses[at + k] += part * (sign * ahead[k] - poses[at + k]);
      norm += poses[at + k] * poses[at + k];
    }
    norm = 1 / Math.sqrt(norm);
    for (let k = 3; k < 7; k++) poses[at + k] *= norm;
  }

  place() {
    const { recording, poses } = this;
    const table = recording.epochs[this.epoch];
    for (const { rows, mesh } of this.groups) {
      const m = mesh.instanceMatrix.array;
      for (let k = 0; k < rows.length; k++) {
        const i = rows[k];
        const shape = recording.shapes[table.shape[i]];
        const size = !recording.there(this.block, this.frame, i) ? GONE : shape.form === FORM.mesh ? AS_IS : shape.half;
        composeInto(m, 16 * k, poses, 7 * i, size[0], size[1], size[2]);
      }
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  // Contact force of every body in this frame, N.
  forces() {
    const sum = new Float32Array(this.recording.epochs[this.epoch].n);
    this.recording.contacts(this.block, this.frame, (lower, upper, x, y, z, force) => {
      sum[lower] += force;
      sum[upper] += force;
      if (force > this.strongest) this.strongest = force;
    });
    return sum;
  }

  paint() {
    const { recording } = this;
    const table = recording.epochs[this.epoch];
    const measured = this.colour === 'speed' || this.colour === 'contact force';
    const force = this.colour === 'contact force' ? this.forces() : null;
    let max = 0;
    if (this.colour === 'speed') max = recording.level(recording.fastest);
    if (force) {
      force.forEach((f, i) => (this.maxForce = table.flags[i] & FLAG.fixed ? this.maxForce : Math.max(this.maxForce || 0, f)));
      max = this.maxForce;
    }
    this.range = measured ? { max, unit: force ? 'N' : 'm/s' } : null;
    const colour = new Color();
    const chosen = this.selected ? recording.rowIn(this.epoch, this.selected.slot) : -1;
    for (const { rows, mesh, wall } of this.groups) {
      for (let k = 0; k < rows.length; k++) {
        const i = rows[k];
        if (wall && this.walls === 'glass' && (measured || wall === SHELL)) {
          colour.set(GLASS);
        } else if (measured) {
          const value = force ? force[i] : recording.speed(this.block, this.frame, i);
          const [r, g, b] = scale(max > 0 ? Math.sqrt(value / max) : 0);
          colour.setRGB(r, g, b, 'srgb');
        } else {
          this.named(table, i, colour);
        }
        if (i === chosen || (chosen >= 0 && table.owner[i] === chosen)) colour.lerp(WHITE, 0.55);
        mesh.setColorAt(k, colour);
      }
      mesh.instanceColor.needsUpdate = true;
      this.veil(mesh, wall);
    }
    for (const mesh of this.planes) mesh.visible = !mesh.userData.wall || this.walls !== 'hidden';
  }

  named(table, i, colour) {
    const kind = this.colour === 'material' ? table.material[i] : table.owner[i];
    colour.set(BODY[kind % BODY.length]);
    const wobble = (((table.slot[i] * 2654435761) >>> 24) / 255 - 0.5) * 0.14; // neighbours of one colour stand apart
    colour.offsetHSL(0, 0, wobble);
  }

  veil(mesh, wall) {
    const faint = this.marks === 'chains' || (wall && this.walls === 'glass');
    mesh.visible = !(wall && this.walls === 'hidden');
    if (mesh.material.transparent === faint) return;
    mesh.material.transparent = faint;
    mesh.material.opacity = faint ? OPACITY[wall] : 1;
    mesh.material.depthWrite = !faint;
    mesh.material.needsUpdate = true;
  }

  // ------------------------------------------------------------------------------------------------------------- contacts

  makeMarks() {
    const signal = new MeshBasicMaterial({ color: 0xd9480f });
    const make = (geometry, paint = signal) => {
      const mesh = new InstancedMesh(geometry, paint, 1);
      mesh.visible = false;
      mesh.frustumCulled = false;
      this.scene.add(mesh);
      return mesh;
    };
    this.marker = {
      points: make(new SphereGeometry(1, 12, 8)),
      forces: make(arrowGeometry()),
      chains: make(new CylinderGeometry(1, 1, 1, 6).translate(0, 0.5, 0)),
      links: make(new CylinderGeometry(1, 1, 1, 6).translate(0, 0.5, 0), new MeshLambertMaterial({ color: 0x7a828c })),
    };
  }

  // Room for n instances.
  reserve(kind, n) {
    const old = this.marker[kind];
    if (old.instanceMatrix.count >= n) return old;
    const mesh = new InstancedMesh(old.geometry, old.material, Math.ceil(1.5 * n));
    mesh.frustumCulled = false;
    this.scene.remove(old);
    old.dispose();
    this.scene.add(mesh);
    this.marker[kind] = mesh;
    return mesh;
  }

  markContacts() {
    for (const kind of MARKS.slice(1)) this.marker[kind].visible = false; // nothing is compiled for what is not shown
    if (this.marks === 'none') return;
    const list = this.contactList();
    const mesh = this.reserve(this.marks, list.length);
    const at = new Matrix4();
    list.forEach((c, k) => mesh.setMatrixAt(k, this.mark(c, at)));
    mesh.count = list.length;
    mesh.visible = list.length > 0;
    mesh.instanceMatrix.needsUpdate = true;
  }

  contactList() {
    const { recording, poses } = this;
    const table = recording.epochs[this.epoch];
    const radius = (i) => recording.shapes[table.shape[i]].radius;
    const list = [];
    this.forces();
    recording.contacts(this.block, this.frame, (lower, upper, x, y, z, force, fx, fy, fz) => {
      if (list.length >= MAX_MARKS) return;
      const small = radius(lower) <= radius(upper) ? lower : upper;
      const point = new Vector3(poses[7 * small] + x, poses[7 * small + 1] + y, poses[7 * small + 2] + z);
      list.push({ lower, upper, point, force, direction: new Vector3(fx, fy, fz) });
    });
    return list;
  }

  mark({ lower, upper, point, force, direction }, to) {
    const share = Math.sqrt(this.strongest > 0 ? force / this.strongest : 0);
    if (this.marks === 'points') {
      const size = this.radius * (0.004 + 0.006 * share);
      return to.makeScale(size, size, size).setPosition(point);
    }
    if (this.marks === 'forces') {
      const moving = this.recording.epochs[this.epoch].flags[lower] & FLAG.fixed ? -1 : 1;
      const length = 0.45 * this.radius * share;
      const turn = new Quaternion().setFromUnitVectors(YAXIS, direction.multiplyScalar(moving));
      return to.compose(point, turn, new Vector3(length, length, length));
    }
    return bar(this.endOf(lower, point), this.endOf(upper, point), this.radius * 0.012 * share, to);
  }

  // Where a link of a chain ends: in the middle of what moves, at the surface of walls.
  endOf(body, point) {
    const table = this.recording.epochs[this.epoch];
    if (table.flags[body] & FLAG.fixed) return point.clone();
    return new Vector3(this.poses[7 * body], this.poses[7 * body + 1], this.poses[7 * body + 2]);
  }

  // ------------------------------------------------------------------------------------------------------------ selection

  pick(x, y) {
    const box = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height), this.camera);
    // Glass is seen through: it is hit where nothing else is.
    const glass = (group) => group.wall && group.mesh.material.transparent;
    const found = this.nearest(ray, this.groups.filter((g) => !glass(g)));
    return found >= 0 ? found : this.nearest(ray, this.groups.filter(glass));
  }

  nearest(ray, groups) {
    let best = null;
    for (const { rows, mesh } of groups) {
      if (!mesh.visible) continue;
      mesh.computeBoundingSphere();
      for (const hit of ray.intersectObject(mesh, false)) {
        if (!this.recording.there(this.block, this.frame, rows[hit.instanceId])) continue;
        if (!best || hit.distance < best.distance) best = { distance: hit.distance, row: rows[hit.instanceId] };
      }
    }
    return best ? best.row : -1;
  }

  // Where a body is on the page, for tests and labels: [x, y] in pixels of the canvas.
  project(row) {
    const p = new Vector3(this.poses[7 * row], this.poses[7 * row + 1], this.poses[7 * row + 2]).project(this.camera);
    const box = this.canvas.getBoundingClientRect();
    return [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
  }

  keepFollowing() {
    if (!this.follow || !this.selected) return;
    const row = this.recording.rowIn(this.epoch, this.selected.slot);
    if (row < 0 || !this.recording.there(this.block, this.frame, row)) return;
    const now = new Vector3(this.poses[7 * row], this.poses[7 * row + 1], this.poses[7 * row + 2]);
    const move = now.sub(this.controls.target);
    this.controls.target.add(move);
    this.camera.position.add(move);
    this.controls.update();
  }

  // Turns the camera about what it looks at: angles in rad, and nearer or farther by a factor.
  orbit(around, over, nearer) {
    const arm = this.camera.position.clone().sub(this.controls.target);
    arm.applyAxisAngle(this.camera.up, around);
    const side = new Vector3().crossVectors(this.camera.up, arm).normalize();
    const tilted = arm.clone().applyAxisAngle(side, over);
    if (Math.abs(tilted.clone().normalize().dot(this.camera.up)) < 0.995) arm.copy(tilted);
    this.camera.position.copy(this.controls.target).addScaledVector(arm, nearer);
    this.controls.update();
    this.onchange?.();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = this.software ? 1 : Math.min(window.devicePixelRatio, 2);
    if (!width || !height) return;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  render() {
    this.renderer.render(this.scene, this.camera);
  }
}

const GLASS = 0x8aa0b8;
const NOTHING = new Vector3();
const GONE = [0, 0, 0];
const AS_IS = [1, 1, 1];
const WHITE = new Color(1, 1, 1);
const YAXIS = new Vector3(0, 1, 0);

// The unit cylinder along y as a bar from one point to another.
function bar(from, to, thick, matrix) {
  const along = to.clone().sub(from);
  const turn = new Quaternion().setFromUnitVectors(YAXIS, along.clone().normalize());
  return matrix.compose(from, turn, new Vector3(thick, along.length(), thick));
}

// The polygon in which a plane cuts a box: where it crosses edges, in their order around.
function cutBox(corners, point, normal) {
  const side = corners.map((c) => normal.dot(new Vector3().subVectors(c, point)));
  const rim = [];
  for (let a = 0; a < 8; a++) {
    for (const bit of [1, 2, 4]) {
      const b = a | bit;
      if (b === a || side[a] < 0 === side[b] < 0) continue;
      rim.push(corners[a].clone().lerp(corners[b], side[a] / (side[a] - side[b])));
    }
  }
  const middle = rim.reduce((sum, p) => sum.add(p), new Vector3()).divideScalar(rim.length || 1);
  const u = new Vector3().crossVectors(normal, Math.abs(normal.x) < 0.5 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0)).normalize();
  const v = new Vector3().crossVectors(normal, u);
  const angle = (p) => Math.atan2(p.clone().sub(middle).dot(v), p.clone().sub(middle).dot(u));
  return rim.sort((p, q) => angle(p) - angle(q));
}

// The part of a convex polygon that is not below the floor.
function above(rim, floor) {
  if (!floor) return rim;
  const height = rim.map((p) => floor.normal.dot(new Vector3().subVectors(p, floor.point)));
  return rim.flatMap((p, i) => {
    const k = (i + 1) % rim.length;
    const kept = height[i] >= 0 ? [p] : [];
    if (height[i] >= 0 !== height[k] >= 0) kept.push(p.clone().lerp(rim[k], height[i] / (height[i] - height[k])));
    return kept;
  });
}

// Half extents of a turned box along the axes of the world.
function reach(half, pose) {
  const turn = new Quaternion(pose[3], pose[4], pose[5], pose[6]);
  const sum = new Vector3();
  half.forEach((size, k) => {
    const axis = new Vector3().setComponent(k, size).applyQuaternion(turn);
    sum.add(new Vector3(Math.abs(axis.x), Math.abs(axis.y), Math.abs(axis.z)));
  });
  return sum;
}

// The matrix of a pose and a scale, written where the instances keep theirs.
function composeInto(m, at, p, from, sx, sy, sz) {
  const x = p[from + 3];
  const y = p[from + 4];
  const z = p[from + 5];
  const w = p[from + 6];
  m[at] = (1 - 2 * (y * y + z * z)) * sx;
  m[at + 1] = 2 * (x * y + w * z) * sx;
  m[at + 2] = 2 * (x * z - w * y) * sx;
  m[at + 3] = 0;
  m[at + 4] = 2 * (x * y - w * z) * sy;
  m[at + 5] = (1 - 2 * (x * x + z * z)) * sy;
  m[at + 6] = 2 * (y * z + w * x) * sy;
  m[at + 7] = 0;
  m[at + 8] = 2 * (x * z + w * y) * sz;
  m[at + 9] = 2 * (y * z - w * x) * sz;
  m[at + 10] = (1 - 2 * (x * x + y * y)) * sz;
  m[at + 11] = 0;
  m[at + 12] = p[from];
  m[at + 13] = p[from + 1];
  m[at + 14] = p[from + 2];
  m[at + 15] = 1;
}
