// Numbers as people read them.

const PREFIX = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];
const PREFIXED = new Set(['m', 's', 'N', 'J', 'W', 'Pa', 'm/s', 'N m']);

// { scale, unit } in which a value of that size is read well.
export function readable(value, unit) {
  if (!PREFIXED.has(unit) || !(Math.abs(value) > 0)) return { scale: 1, unit };
  const size = Math.abs(value);
  if (unit === 's' && size >= 1) return { scale: 1, unit };
  const [scale, prefix] = PREFIX.find(([s]) => size >= s) || [1, '']; // smaller: powers of ten
  return { scale, unit: prefix + unit };
}

export function number(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
    return `${Number(mantissa)}e${Number(exponent)}`.replace(/-/g, '−');
  }
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(digits)));
  return text.replace(/-/g, '−');
}

// A number beside others that are `step` apart: as many digits as tell them apart.
export function onAxis(value, step) {
  let digits = 0;
  while (digits < 7 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6 * step * 10 ** digits) digits++;
  if (Math.abs(value) < 1e-9 * step) return '0';
  if (digits > 6 || Math.abs(value) >= 1e6) return number(value);
  return value.toFixed(digits).replace('-', '−');
}

export function quantity(value, unit, digits = 4) {
  const r = readable(value, unit);
  return `${number(value / r.scale, digits)}${r.unit ? ` ${r.unit}` : ''}`;
}

export const seconds = (time, duration) => {
  const r = readable(duration || 1, 's');
  return `${(time / r.scale).toFixed(duration / r.scale >= 100 ? 1 : 3)} ${r.unit}`;
};
