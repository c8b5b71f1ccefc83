import { randomInt } from 'node:crypto';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { soak } from '../src/soak/soak.js';

const suite = await suiteNeeds(describe, 'A short soak', ['prosody', 'redis-server']);
/** FUZZ_SEED repeats the choices of a run that has failed. */
const seed = Number(process.env['FUZZ_SEED'] || randomInt(2 ** 31));

suite('A short soak', () => {
  it(`loses nothing while each part is killed and paused once (FUZZ_SEED=${seed})`, async () => {
    const lines: string[] = [];
    const faults = await soak({
      ...{ seed, minutes: 0, clients: 20, instances: 2, faultEvery: 0 },
      turns: 10,
      print: (line) => lines.push(line),
    });
    expect(faults).toEqual([]);
    expect(lines.filter((line) => line.includes('whole again'))).toHaveLength(10);
  });
});
