import type { Page } from 'playwright-core';

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
