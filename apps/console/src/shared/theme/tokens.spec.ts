import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The tokens of a theme; dark ones override light ones. */
function tokensOf(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const [light = '', dark = ''] = css.split(":root[data-theme='dark']");
  const read = (text: string) =>
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(
      ([, name, value]) => [name!, value!] as const,
    );
  return new Map([...read(light), ...(theme === 'dark' ? read(dark) : [])]);
}

/** WCAG 2.2, relative luminance */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

const grounds = ['canvas', 'surface', 'raised'];
const texts = [
  ...grounds.flatMap((ground) =>
    ['text', 'muted', 'accent', 'danger', 'warn', 'ok'].map((one) => [one, ground]),
  ),
  ...['accent', 'danger', 'warn', 'ok'].flatMap((one) => [
    [one, `${one}-soft`],
    ['text', `${one}-soft`],
  ]),
  ['muted', 'accent-soft'],
  ['on-accent', 'accent'],
] as [string, string][];
const edges = grounds.flatMap((ground) => [
  ['edge', ground],
  ['accent', ground],
]) as [string, string][];

describe.each(['light', 'dark'] as const)('The tokens (%s)', (theme) => {
  const tokens = tokensOf(theme);
  it.each(texts)('%s can be read on %s', (text, ground) => {
    expect(contrast(tokens.get(text)!, tokens.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(edges)('%s can be seen on %s', (edge, ground) => {
    expect(contrast(tokens.get(edge)!, tokens.get(ground)!)).toBeGreaterThanOrEqual(3);
  });
});
