import { until } from '@chat-admin/debian-programs/until';
import {
  CostlyCalls,
  MOST_NORMALIZED,
  MOST_SEPARATORS,
  MOST_SORTED,
  WORST_TEXTS,
} from '@chat-admin/domain/testing/costly-calls';
import { TestApi } from '../support/test-api.js';
import { textPlaces } from '../support/text-places.js';

const AT_A_TIME = 8;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
});
afterAll(() => api.stop());

it('no text, wherever it is sent, is normalised or sorted beyond its bound', async () => {
  const places = await textPlaces(api);
  expect(places.length).toBeGreaterThan(100);
  const work = places.flatMap((place) =>
    [...WORST_TEXTS, ...(place.isFirst ? [MOST_SEPARATORS] : [])].map((text) => ({ place, text })),
  );
  const faults: string[] = [];
  const calls = new CostlyCalls();
  try {
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        for (let one = work.pop(); one; one = work.pop()) {
          const status = await one.place.send(one.text);
          if (status >= 500 && status !== 501 && status !== 503)
            faults.push(`${one.place.name}: ${status}`);
        }
      }),
    );
    await until('all jobs are done', async () => {
      const rows = await api.database.sql('select from job where finished_at is null');
      return rows.length === 0;
    });
  } finally {
    calls.restore();
  }
  expect(faults).toEqual([]);
  expect(calls.longest('normalize')).toBeGreaterThan(0);
  expect(calls.longest('normalize')).toBeLessThanOrEqual(MOST_NORMALIZED);
  expect(calls.longest('sort')).toBeLessThanOrEqual(MOST_SORTED);
  expect(calls.longest('toSorted')).toBeLessThanOrEqual(MOST_SORTED);
});
