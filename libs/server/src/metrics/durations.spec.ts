import { Histogram, Registry } from 'prom-client';
import { Instruments } from './instruments.js';
import { RequestMeasures } from './request-measures.js';

const NAME = 'http_server_request_duration_seconds';
const BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
const OBSERVED = [
  ['GET', '/users/:username', 200, 0.001],
  ['GET', '/users/:username', 200, 0.005],
  ['GET', '/users/:username', 404, 0.25],
  ['POST', '/users', 201, 0.3],
  ['POST', '/users', 201, 11],
] as const;

it('durations are scraped as the histogram of prom-client would be', async () => {
  const instruments = new Instruments();
  const measures = new RequestMeasures(instruments);
  const theirs = new Registry();
  const histogram = new Histogram({
    name: NAME,
    help: 'Time from the head of a request to the end of its answer, by route template',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: BUCKETS,
    registers: [theirs],
  });
  for (const [method, route, status, seconds] of OBSERVED) {
    measures.of(method, route).answered(status, seconds);
    histogram.observe(
      { http_request_method: method, http_route: route, http_response_status_code: status },
      seconds,
    );
  }
  const ours = await instruments.registry.getSingleMetricAsString(NAME);
  expect(ours).toBe(await theirs.getSingleMetricAsString(NAME));
});

it('methods that nobody knows share one label', () => {
  const measures = new RequestMeasures(new Instruments());
  expect(measures.of('BREW', '/pot')).toBe(measures.of('WHEN', '/pot'));
  expect(measures.of('GET', '/pot')).not.toBe(measures.of('WHEN', '/pot'));
});

it('a reading that fails is left out, the others are there', async () => {
  const instruments = new Instruments();
  instruments.reading('chat_admin_redis_up', () => {
    throw new Error('away');
  });
  instruments.reading('chat_admin_cluster_nodes', () => Promise.reject(new Error('away')));
  instruments.reading('chat_server_up', () => 1);
  const text = await instruments.registry.metrics();
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    'chat_server_up 1',
  ]);
});
