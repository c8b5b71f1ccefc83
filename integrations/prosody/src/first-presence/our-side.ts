import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import { prepareEngineRole } from '@chat-admin/prosody-server/engine-role';
import { type RunningProsody, startProsody } from '@chat-admin/prosody-server/prosody-server';
import { DatabaseGauge, throughGauge } from '../database-gauge.js';
import { fillDatabase } from './our-data.js';
import { type Side, somewhere } from './side.js';

/**
 * Prosody with our modules on a database of `postgresUrl`. @param cleanups receives what stops it
 */
export async function ourSide(
  directory: string,
  postgresUrl: string,
  visitors: readonly string[],
  cleanups: (() => Promise<unknown>)[],
): Promise<Side> {
  const place = await somewhere();
  const { url } = await testDatabase(postgresUrl);
  await fillDatabase(url, place.domain, visitors);
  const gauge = await DatabaseGauge.start(url);
  cleanups.unshift(() => gauge.stop());
  const database = throughGauge(await prepareEngineRole({ databaseUrl: url }), gauge);
  let running: RunningProsody | null = null;
  const stop = async () => running?.stop();
  cleanups.unshift(stop);
  return {
    name: 'ours',
    place,
    roundTrips: () => gauge.roundTrips,
    startCold: async () => {
      await stop();
      running = await startProsody({
        ...place,
        directory,
        database,
        bridgeToken: 'token-of-the-measurement',
        logLevel: 'warn',
        // its rounds would be counted, too
        settings: { chat_reconcile_interval: 3_600 },
      });
      return running.certificate!.certificate;
    },
  };
}
