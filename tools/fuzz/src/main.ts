// `npm run fuzz`, `npm run model` and `npm run soak`. Ends with 1 when anything was wrong, with 64 when it was used wrongly.
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { runAccounts } from './run-accounts.js';
import { runEvents } from './run-events.js';
import { runFuzz } from './run-fuzz.js';
import { runLines } from './run-lines.js';
import { runModel } from './run-model.js';
import { runSoak } from './run-soak.js';

const atLeast = (least: number) => (text: string) => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least)
    throw new InvalidArgumentError(`It must be a whole number, ${least} or more.`);
  return number;
};
const count = atLeast(1);
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

program
  .command('lines')
  .description('a bulk job of users, whose instance is killed, while others ask for other things')
  .option('--lines <count>', 'how many', count, 1_000_000)
  .option('--kill-at <count>', 'how many are done before the kill', count, 20_000)
  .option('--minutes <minutes>', 'after which it is cancelled', count, 720)
  .option('--idle <seconds>', 'how long others ask alone, before and afterwards', count, 30)
  .action(async (options) => {
    process.exitCode = await runLines(options);
  });

program
  .command('accounts')
  .description('upgrades a large database of the former release while others write into it')
  .option('--accounts <count>', 'how many', count, 1_000_000)
  .option('--groups <count>', 'how many', count, 100_000)
  .option('--writers <count>', 'each makes one change after the other', count, 4)
  .option('--seed <seed>', 'repeats the choices of a run', count)
  .action(async (options) => {
    process.exitCode = await runAccounts({ seed: seed(), ...options });
  });

program
  .command('events')
  .description('writers and readers of events, while one instance after the other is killed')
  .option('--minutes <minutes>', 'how long', hours, 60)
  .option('--instances <count>', 'instances of the API', count, 3)
  .option('--writers <count>', 'each makes one change after the other', count, 6)
  .option('--pause <ms>', 'for which a writer waits before each change', atLeast(0), 400)
  .option('--webhooks <count>', 'each with a receiver of its own', atLeast(0), 2)
  .option('--kill-every <seconds>', 'from the return of an instance to the next kill', count, 10)
  .action(async (options) => {
    process.exitCode = await runEvents(options);
  });

await program.parseAsync();
process.exit(); // whatever a broken connection has left
