import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** By evaluation, which the policy of the page does not stop. No rule of these tags needs the style sheets loaded once more. */
const RUN = `(async () => {
  const { violations } = await window.axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(TAGS)} }, resultTypes: ['violations'], preload: false });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary.replaceAll('\\n', ' ')));
})()`;

/** Sideways scrolling, and text of buttons, headings and selects that does not fit. */
const GEOMETRY = `(() => {
  const faults = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth) faults.push('the page scrolls sideways: ' + root.scrollWidth + ' > ' + root.clientWidth);
  const main = document.querySelector('main');
  if (main && main.scrollWidth > main.clientWidth) faults.push('main scrolls sideways: ' + main.scrollWidth + ' > ' + main.clientWidth);
  for (const one of document.querySelectorAll('button, h1, h2, h3, [role=tab]')) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || one.closest('[inert]') || getComputedStyle(one).visibility === 'hidden') continue;
    if (getComputedStyle(one).clipPath !== 'none') continue;
    if (one.scrollWidth > Math.ceil(box.width) + 1 && getComputedStyle(one).textOverflow !== 'ellipsis') faults.push('clipped: ' + one.textContent);
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const one of document.querySelectorAll('select')) {
    const style = getComputedStyle(one);
    const arrow = 20;
    const room = one.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd) - arrow;
    pen.font = style.font;
    const text = one.selectedOptions[0]?.text ?? '';
    if (room > 0 && pen.measureText(text).width > room + arrow) faults.push('clipped: ' + text);
  }
  return faults;
})()`;

/** What is wrong for who sees, hears, or touches the page. */
export async function faultsOfAccess(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const found = (await page.evaluate(RUN)) as readonly string[];
  return [...found, ...(await faultsOfGeometry(page))];
}

/** The part of {@link faultsOfAccess} that depends on texts and widths, and takes little time. */
export function faultsOfGeometry(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(GEOMETRY);
}
