import { currentTraceparent, traceOf, withTrace } from './trace.js';

const ID = '0af7651916cd43dd8448eb211c80319c';
const HEADER = `00-${ID}-b7ad6b7169203331-01`;

it.each([HEADER, `01-${ID}-b7ad6b7169203331-01`, `01-${ID}-b7ad6b7169203331-01-more`])(
  '%s names the trace',
  (header) => expect(traceOf(header)).toEqual({ id: ID, header }),
);

it.each([
  undefined,
  '',
  [HEADER, HEADER],
  `ff-${ID}-b7ad6b7169203331-01`,
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${ID}-${'0'.repeat(16)}-01`,
  `00-${ID.toUpperCase()}-b7ad6b7169203331-01`,
  `${HEADER}-more`,
  `${HEADER}\n`,
  ` ${HEADER}`,
])('%j names none', (header) => expect(traceOf(header)).toBeNull());

it('a trace is known in all that follows, and nowhere else', async () => {
  const inside = withTrace(traceOf(HEADER), async () => {
    await Promise.resolve();
    return currentTraceparent();
  });
  expect(currentTraceparent()).toBeNull();
  expect(await inside).toBe(HEADER);
  expect(withTrace(null, currentTraceparent)).toBeNull();
});
