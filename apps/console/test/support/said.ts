import type { Page } from 'playwright-core';

/** What `<code>` has is written so for machines: scopes, keys of properties, commands. What the service alone can say is marked as English. */
const SAID = `(() => {
  const said = [document.title];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    if (nodes.currentNode.parentElement.closest('code, script, style, body [lang="en"]') === null) said.push(nodes.currentNode.data);
  }
  const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt'];
  for (const one of document.querySelectorAll(attributes.map((name) => '[' + name + ']').join(','))) {
    for (const name of attributes) if (one.hasAttribute(name)) said.push(one.getAttribute(name));
  }
  return [...new Set(said.map((text) => text.trim()))];
})()`;

/** All that a page says, to eyes and to ears. */
export const saidOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(SAID) as Promise<readonly string[]>;

/** Times that are not those of a zone in the words of a language. */
export const wrongTimes = (
  page: Page,
  language: string,
  timeZone: string,
): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const format = (form) => new Intl.DateTimeFormat(${JSON.stringify(language)}, { ...form, timeZone: ${JSON.stringify(timeZone)} });
    const exact = format({ dateStyle: 'full', timeStyle: 'long' });
    const shown = [format({ dateStyle: 'medium', timeStyle: 'short' }), format({ timeStyle: 'short' })];
    return [...document.querySelectorAll('time')].flatMap((one) => {
      const time = new Date(one.dateTime);
      const text = one.textContent;
      const isRight = (one.title === '' || one.title === exact.format(time)) &&
        (!/\\d[:.]\\d\\d/.test(text) || shown.some((form) => form.format(time) === text));
      return isRight ? [] : [one.dateTime + ': ' + text + ' (' + one.title + ')'];
    });
  })()`) as Promise<readonly string[]>;
