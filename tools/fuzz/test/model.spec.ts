import { randomInt } from 'node:crypto';
import { checkModel } from '../src/model/model-run.js';
import { SECRET } from '../src/services.js';
import { withServices } from '../src/with-services.js';

/** `npm run model` goes on for longer. */
const ROUNDS = process.env['SOAK_SUITES'] === '1' ? 400 : 100;
/** FUZZ_SEED repeats the choices of a run that has failed. */
const seed = Number(process.env['FUZZ_SEED'] || randomInt(2 ** 31));

it(`what five workers change at a time on two instances is what some order of it would be (FUZZ_SEED=${seed})`, async () => {
  const fault = await withServices(2, ({ api }) =>
    checkModel(
      api.map(({ url }) => url),
      SECRET,
      { seed, rounds: ROUNDS },
    ),
  );
  expect(fault).toBeNull();
});
