import { OccupantNotFound, RoomNotFound, ServiceNotFound } from '../muc/errors.js';
import { ReportMeasures } from './report-measures.js';
import type { MeasurePorts } from './report-measures.js';

const report = {
  id: '1',
  accused: 'eve@elsewhere.example',
  person: 'eve@elsewhere.example',
  room: 'tea@conference',
};

/** Somebody of another domain is reported in a room, from which `kick` has them leave. */
const measuresWith = (kick: () => Promise<void>) =>
  new ReportMeasures({
    domain: { localJid: () => null },
    handling: { known: async () => report, locked: async () => report },
    transactions: { run: (work: () => unknown) => work(), note: () => undefined },
    chatServer: {
      occupants: async () => [{ jid: 'eve@elsewhere.example/x', nickname: 'Eve' }],
    },
    occupants: { kick },
  } as unknown as MeasurePorts);

const apply = (measures: ReportMeasures) =>
  measures.apply(
    '1',
    { rooms: 'here' },
    { name: 'mod', scopes: { covers: () => true } as never, console: null },
  );

it.each([new OccupantNotFound('Eve'), new RoomNotFound('tea'), new ServiceNotFound('conference')])(
  'who is gone by the time that they have to leave has left: $code',
  async (error) => {
    const done = await apply(measuresWith(() => Promise.reject(error)));
    expect(done).toEqual([{ name: 'rooms', outcome: 'done', count: 1 }]);
  },
);

it('what nobody expects passes on', async () => {
  const failing = apply(measuresWith(() => Promise.reject(new Error('broken'))));
  await expect(failing).rejects.toThrow('broken');
});
