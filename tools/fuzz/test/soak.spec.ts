import { randomInt } from 'node:crypto';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { soak } from '../src/soak/soak.js';

const suite = await suiteNeeds(describe, 'A short soak', ['prosody', 'redis-server']);
/** FUZZ_SEED repeats the choices of a run that has failed. */
const seed = Number(process.env['FUZZ_SEED'] || randomInt(2 ** 31));
/** Kills and pauses; in `npm run soak:suites` both, else the seed says which. */
const SHARE = process.env['SOAK_SUITES'] === '1' ? 1 : 2;
const FAULTS = 10;

suite('A short soak', () => {
  it(`loses nothing while each part is ${SHARE === 1 ? 'killed and paused' : 'killed or paused'} once (FUZZ_SEED=${seed})`, async () => {
    const lines: string[] = [];
    const faults = await soak({
      ...{ seed, minutes: 0, clients: 20, instances: 2, faultEvery: 0 },
      turns: FAULTS / SHARE,
      share: SHARE,
      print: (line) => lines.push(line),
    });
    expect(faults).toEqual([]);
    expect(lines.filter((line) => line.includes('whole again'))).toHaveLength(FAULTS / SHARE);
  });
});
