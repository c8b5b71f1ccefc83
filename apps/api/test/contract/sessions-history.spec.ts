import { badArgument, expectError } from '../support/expectations.js';
import { forms, TestApi } from '../support/test-api.js';

/** Recent enough to be kept. */
const DAY = new Date(Date.now() - 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const TEN = Date.parse(`${DAY}T10:00:00Z`) / 1000;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.database.sql(`
    insert into session_sample (taken_at, sessions, users) values
      ('${DAY}T10:00Z', 10, 8), ('${DAY}T10:01Z', 13, 9), ('${DAY}T10:02Z', null, null),
      ('${DAY}T11:30Z', 4, 4), (date_trunc('minute', now()) - interval '2 hours', 7, 6)`);
});
afterAll(() => api.stop());

const PATH = '/system/statistics/sessions/history';
const MORNING = `from=${DAY}T10:00:00Z&to=${DAY}T12:00:00Z`;
const history = async (query: string, form: 'json' | 'xml' = 'json') =>
  (await api.call('GET', `${PATH}?${query}`, form)).text;

describe('how many sessions there were', () => {
  it('are means over the step, without what nobody counted', async () => {
    const ten = `{"timestamp":"${DAY}T10:00:00.000+00:00","sessions":12,"users":9}`;
    const eleven = `{"timestamp":"${DAY}T11:00:00.000+00:00","sessions":4,"users":4}`;
    expect(await history(MORNING)).toBe(`{"samples":[${ten},${eleven}]}`);
    expect(await history(`${MORNING}&step=60`)).toContain(
      `{"timestamp":"${DAY}T10:01:00.000+00:00","sessions":13,"users":9}`,
    );
    expect(await history(MORNING, 'xml')).toContain(
      `<sessionsHistory><sample><timestamp>${DAY}T10:00:00.000+00:00</timestamp><sessions>12</sessions><users>9</users></sample>`,
    );
  });

  it('are those of the last day', async () => {
    const { samples } = JSON.parse(await history('')) as { samples: object[] };
    expect(samples).toMatchObject([{ sessions: 7, users: 6 }]);
  });

  it('are none where the end comes first', async () => {
    expect(await history('from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z')).toBe(
      '{"samples":[]}',
    );
  });

  it('take seconds, too', async () => {
    expect(await history(`from=${TEN}&to=${TEN}`)).toBe(
      `{"samples":[{"timestamp":"${DAY}T10:00:00.000+00:00","sessions":10,"users":8}]}`,
    );
  });
});

describe.each(forms)('errors as %s', (form) => {
  it.each([
    ['step', '59'],
    ['step', 'hour'],
    ['from', 'yesterday'],
    ['to', '2026-03-01'],
  ])('%s=%s', async (name, value) => {
    const message = `Invalid value for parameter ${name}: ${value}`;
    const reply = await api.call('GET', `${PATH}?${name}=${value}`, form);
    expectError(reply, form, badArgument(message, `/plugins/restapi/v1${PATH}`));
  });

  it('more than 10,000 steps', async () => {
    const week = (to: string) => `${PATH}?from=2026-03-01T00:00:00Z&to=${to}&step=60`;
    const fits = await api.call('GET', week('2026-03-07T22:40:00Z'), form);
    expect(fits.status).toBe(200);
    const message = 'Invalid value for parameter step: 60';
    const reply = await api.call('GET', week('2026-03-07T22:41:00Z'), form);
    expectError(reply, form, badArgument(message, `/plugins/restapi/v1${PATH}`));
  });
});
