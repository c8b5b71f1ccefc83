import { events } from '../src/events/events-run.js';

// two, so that who publishes is killed once; `soak:events` is the long run
it('a short run of writers and readers of events: all are told in one order, whoever is killed', async () => {
  const lines: string[] = [];
  const faults = await events({
    ...{ minutes: 0, kills: 2, instances: 2, writers: 2, webhooks: 0, killEvery: 1, pause: 0 },
    print: (line) => lines.push(line),
  });
  expect(faults).toEqual([]);
  expect(lines).toContainEqual(expect.stringMatching(/^2 kills; [1-9]/));
});
