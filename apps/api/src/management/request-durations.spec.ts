import { Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.js';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const OBSERVED = [
  ['GET', '/users/:username', 200, 0.001],
  ['GET', '/users/:username', 200, 0.005],
  ['GET', '/users/:username', 404, 0.25],
  ['POST', '/users', 201, 0.3],
  ['POST', '/users', 201, 11],
] as const;

it('RequestDurations are scraped as the histogram of prom-client would be', async () => {
  const ours = new Registry();
  const durations = new RequestDurations(ours);
  const theirs = new Registry();
  const histogram = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [theirs],
  });
  for (const [method, route, status, seconds] of OBSERVED) {
    durations.observe(method, route, status, seconds);
    histogram.observe({ method, route, status }, seconds);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
});
