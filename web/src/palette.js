// Colours. Those of bodies and curves stay apart for colour-blind eyes (Okabe and Ito, a little muted); the scale for numbers grows
// in brightness throughout.

export const BODY = ['#3d6fb4', '#e08a2e', '#2f9e7e', '#c8553d', '#6db3e0', '#b279a7', '#d9b93b', '#7d8590'];
export const CURVE = {
  light: ['#2563a8', '#c2611b', '#1f7f63', '#b03a52', '#4a90c4', '#8a5a97', '#94780f', '#5c6570'],
  dark: ['#79aef0', '#f0a25c', '#5cc9a7', '#f08497', '#9fd0f2', '#cda2da', '#e0c65a', '#a9b3bf'],
};

const SCALE = [
  [68, 1, 84], [70, 50, 126], [54, 92, 141], [39, 127, 142], [31, 161, 135], [74, 193, 109], [160, 218, 57], [253, 231, 37],
];

// 0..1 to [r, g, b], each 0..1, as a screen shows it.
export function scale(share) {
  const at = Math.min(Math.max(share, 0), 1) * (SCALE.length - 1);
  const i = Math.min(Math.floor(at), SCALE.length - 2);
  return [0, 1, 2].map((k) => (SCALE[i][k] + (at - i) * (SCALE[i + 1][k] - SCALE[i][k])) / 255);
}

export const scaleGradient = `linear-gradient(to right, ${SCALE.map((c) => `rgb(${c.join(' ')})`).join(', ')})`;
