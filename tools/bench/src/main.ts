import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Bed, USERS } from './bed.js';
import { type Figure, table, verdict } from './figures.js';
import { measureAffiliations } from './measures/affiliations.js';
import { measureAuthentication } from './measures/authentication.js';
import { measureBulk } from './measures/bulk.js';
import { measureCompression } from './measures/compression.js';
import { measureCreations } from './measures/creations.js';
import { measureEventCosts } from './measures/event-costs.js';
import { measureFormer } from './measures/former.js';
import { measureFootprint } from './measures/footprint.js';
import { measureGrowth } from './measures/growth.js';
import { measureHostileBodies } from './measures/hostile.js';
import { measureLists } from './measures/lists.js';
import { measureMemory } from './measures/memory.js';
import { measurePages } from './measures/pages.js';
import { measureParsing } from './measures/parsing.js';
import { measureProsodySeries } from './measures/prosody-series.js';
import { measureReads } from './measures/reads.js';
import { measureRecords } from './measures/records.js';
import { measureRichDocuments } from './measures/rich-documents.js';
import { measureRivals } from './measures/rivals.js';
import { measureRoomBulk } from './measures/room-bulk.js';
import { measureRoomLists } from './measures/room-lists.js';
import { measureRoomReads } from './measures/room-reads.js';
import { measureTags } from './measures/tags.js';
import { measureUserService } from './measures/user-service.js';
import { measureStatements } from './measures/statements.js';
import { FULL, QUICK, type Settings } from './settings.js';

type Measure = (bed: Bed, settings: Settings) => Promise<Figure[]>;

/** In this order: measures that add users come after those that read 10,000 of them. */
const MEASURES: Readonly<Record<string, Measure>> = {
  reads: measureReads,
  lists: measureLists,
  authentication: measureAuthentication,
  parsing: measureParsing,
  compression: (_bed, settings) => measureCompression(settings),
  hostile: async (bed, settings) => [
    ...(await measureHostileBodies(bed, settings)),
    ...(await measureRichDocuments(bed)),
  ],
  memory: measureMemory,
  footprint: measureFootprint,
  'user-service': measureUserService,
  bulk: measureBulk,
  creations: measureCreations,
  'room-reads': measureRoomReads,
  'room-lists': measureRoomLists,
  'room-bulk': measureRoomBulk,
  affiliations: measureAffiliations,
  'event-costs': measureEventCosts,
  records: measureRecords,
  growth: measureGrowth,
  rivals: measureRivals,
  statements: measureStatements,
  tags: (_bed, settings) => measureTags(settings),
  pages: measurePages,
  'prosody-series': measureProsodySeries,
  former: (bed, settings) => measureFormer(bed, settings, resolve(given.former ?? '')),
};

/** They install other chat servers, need a folder, or take long. */
const ON_REQUEST: readonly string[] = ['records', 'rivals', 'pages', 'prosody-series', 'former'];

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    former: { type: 'string' },
  },
});
const chosen =
  given.only?.split(',') ?? Object.keys(MEASURES).filter((name) => !ON_REQUEST.includes(name));
for (const name of chosen) {
  if (!Object.hasOwn(MEASURES, name)) {
    console.error(`There is no measure "${name}": ${Object.keys(MEASURES).join(', ')}`);
    process.exit(64);
  }
}

// as in the API: gzip and key derivation are measured in this process
process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(4, availableParallelism() + 2));
const settings = given.quick ? QUICK : FULL;
const begin = performance.now();
const bed = await Bed.make();
const stop = (): void => void bed.close().finally(() => process.exit(1));
process.once('SIGINT', stop).once('SIGTERM', stop);
const figures: Figure[] = [];
try {
  await bed.fill(await bed.api('fixed-keys'), USERS, 'user');
  await bed.clear();
  await bed.sql('vacuum analyze');
  for (const name of chosen) {
    const { length } = figures;
    figures.push(...(await MEASURES[name]!(bed, settings)));
    await bed.clear();
    console.log(`\n${name}\n\n${table(figures.slice(length))}`);
  }
} finally {
  await bed.close();
}
const missed = figures.filter((figure) => verdict(figure) === 'MISSED');
console.log(`
${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}, Node ${process.version}, ${((performance.now() - begin) / 1000).toFixed(0)} s
${missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.map(({ goal, what }) => `${goal} (${what})`).join('; ')}`}`);
