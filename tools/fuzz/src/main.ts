// `npm run fuzz`, `npm run model` and `npm run soak`. Ends with 1 when anything was wrong, with 64 when it was used wrongly.
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { runFuzz } from './run-fuzz.js';
import { runModel } from './run-model.js';
import { runSoak } from './run-soak.js';

const count = (text: string): number => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1)
    throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return number;
};
const hours = (text: string): number => {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('It must be more than 0.');
  return number;
};
const seed = () => randomInt(2 ** 31);

const program = new Command('fuzz').description(
  'Looks for requests that the service answers wrongly.',
);
program
  .command('requests', { isDefault: true })
  .description('asks whatever comes to mind of all routes of both apps')
  .option('--requests <count>', 'how many', count, 10_000)
  .option('--seed <seed>', 'repeats a run', count)
  .option('--instances <count>', 'instances of the API', count, 2)
  .option('--workers <count>', 'requests that are under way at a time', count, 6)
  .action(async (options) => {
    process.exitCode = await runFuzz({ seed: seed(), ...options });
  });
program
  .command('model')
  .description('compares what several workers do at the same time with a model in memory')
  .option('--rounds <count>', 'how many', count, 2_000)
  .option('--seed <seed>', 'repeats the choices of a run', count)
  .option('--instances <count>', 'instances of the API', count, 2)
  .option('--workers <count>', 'changes that are made at a time', count, 5)
  .action(async (options) => {
    process.exitCode = await runModel({ seed: seed(), ...options });
  });

program
  .command('soak')
  .description('everything for hours, while one part after the other is killed and paused')
  .option('--hours <hours>', 'how long', hours, 1)
  .option('--clients <count>', 'people at clients', count, 200)
  .option('--fault-every <seconds>', 'from the end of a fault to the next', count, 20)
  .option('--seed <seed>', 'repeats the choices of a run', count)
  .option('--instances <count>', 'instances of the API', count, 2)
  .action(async ({ hours: time, ...options }) => {
    process.exitCode = await runSoak({ seed: seed(), minutes: time * 60, ...options });
  });

await program.parseAsync();
process.exit(); // whatever a broken connection has left
