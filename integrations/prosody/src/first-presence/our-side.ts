import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import { prepareEngineRole } from '@chat-admin/prosody-server/engine-role';
import {
  type RunningProsody,
  startProsody,
  type StartOptions,
} from '@chat-admin/prosody-server/prosody-server';
import { DatabaseGauge, throughGauge } from '../database-gauge.js';
import { fillDatabase } from './our-data.js';
import { type Side, somewhere } from './side.js';

export const OUR_TOKEN = 'token-of-the-measurement';

export interface OurSide extends Side {
  pid(): number;
}

/**
 * Prosody with our modules on a database of `postgresUrl`. @param cleanups receives what stops it
 * @param different which Prosody, and its settings
 */
export async function ourSide(
  directory: string,
  postgresUrl: string,
  visitors: readonly string[],
  cleanups: (() => Promise<unknown>)[],
  different: Pick<StartOptions, 'folders' | 'settings'> = {},
): Promise<OurSide> {
  const place = await somewhere();
  const { url } = await testDatabase(postgresUrl);
  await fillDatabase(url, place.domain, visitors);
  const gauge = await DatabaseGauge.start(url);
  cleanups.unshift(() => gauge.stop());
  const database = throughGauge(
    await prepareEngineRole({ databaseUrl: url, role: `engine_${new URL(url).pathname.slice(1)}` }),
    gauge,
  );
  let running: RunningProsody | null = null;
  const stop = async () => running?.stop();
  cleanups.unshift(stop);
  return {
    name: 'ours',
    place,
    roundTrips: () => gauge.roundTrips,
    pid: () => running?.pid ?? 0,
    startCold: async () => {
      await stop();
      running = await startProsody({
        ...place,
        directory,
        database,
        bridgeToken: OUR_TOKEN,
        logLevel: 'warn',
        ...different,
        // its rounds would be counted, too
        settings: { chat_reconcile_interval: 3_600, ...different.settings },
      });
      return running.certificate!.certificate;
    },
  };
}
