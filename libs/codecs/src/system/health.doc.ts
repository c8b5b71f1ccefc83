import { always, date, doc, listDoc, text } from '../wire/schema.js';

const partDoc = doc('part', {
  name: always(text),
  status: always(text),
  since: always(date),
  message: text,
  lastSuccess: date,
});

/** Contract: extensions E12, X-5 */
export const healthDoc = listDoc('health', partDoc, { member: 'parts' });
