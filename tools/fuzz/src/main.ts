// `npm run fuzz` and `npm run model`. Ends with 1 when anything was wrong, with 64 when it was used wrongly.
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { runFuzz } from './run-fuzz.js';
import { runModel } from './run-model.js';

const count = (text: string): number => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1)
    throw new InvalidArgumentError('It must be a whole number, 1 or more.');
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

await program.parseAsync();
