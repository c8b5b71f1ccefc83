// Suites that take longer than a minute on two quiet cores, the longest first, and why.
export const LONG_SUITES = {
  'apps/api/test/contract/generators.spec.ts':
    'installs four generators, and compiles the clients that they make',
  'tools/package/test/upgrade.spec.ts': 'packs the former release and runs both side by side',
  'apps/console/test/journeys/screens.spec.ts': 'opens every screen in four languages',
  'tools/cluster/test/upgraded-documents.spec.ts': 'compiles the former release and runs it',
  'apps/serve/test/jobs.spec.ts': 'waits until leases of killed instances are over',
  'apps/cli/test/doctor.spec.ts': 'makes and mends forty faults of an installation',
  'apps/console/test/journeys/now.spec.ts': 'drives a browser against the whole product',
  'libs/moving/test/nasty.spec.ts': 'moves every nasty row from each kind of source',
  'libs/moving/test/kept.spec.ts': 'moves each kind onto what is kept here',
  'libs/moving/test/unreadable-tables.spec.ts':
    'takes away the right to each table, on two engines',
  'libs/moving/test/equal-people-apart.spec.ts': 'moves megabytes between people of one name',
  'apps/cli/test/services.spec.ts': 'starts each service by its command',
  'apps/serve/test/listeners.spec.ts': 'starts the services with each kind of listener',
  'apps/api/test/contract/documentation-page.spec.ts':
    'drives a browser over the page of each operation',
  'tools/cluster/test/rolling-restart.spec.ts': 'replaces all instances under load',
  'apps/api/test/contract/wire-long-documents.spec.ts': 'sends and reads the longest documents',
  'apps/api/test/contract/worst-texts.spec.ts': 'sends the texts that take longest to prepare',
  'apps/cli/test/refused-starts.spec.ts': 'starts the product in each way that is refused',
  'apps/console/test/journeys/users.spec.ts': 'drives a browser against the whole product',
  'apps/console/test/journeys/faults.spec.ts': 'waits until the page gives up each kind of answer',
  'apps/console/test/journeys/live.spec.ts':
    'waits until a hidden page pauses and a cut one returns',
  'integrations/prosody/test/faults/network-partition.spec.ts':
    'waits until each part is given up, behind each kind of cut',
  'apps/cli/test/import-killed.spec.ts': 'kills the import at each of its steps',
  'apps/console/test/journeys/import.spec.ts': 'drives a browser against the whole product',
  'tools/docs/test/tours.spec.ts': 'follows the documentation from its first line on',
  'apps/console/test/journeys/rooms.spec.ts': 'drives a browser against the whole product',
  'apps/console/test/journeys/system.spec.ts': 'drives a browser against the whole product',
  'apps/console/test/journeys/ground.spec.ts': 'drives a browser against the whole product',
  'apps/console/test/journeys/large.spec.ts': 'shows lists of up to a million rows',
  'apps/console/test/journeys/groups.spec.ts': 'shows groups of 50,000',
  'libs/moving/test/fixtures.spec.ts': 'loads sixteen schemas of Openfire into three engines',
  'tools/fuzz/test/requests.spec.ts': 'asks thousands of requests',
  'tools/fuzz/test/model.spec.ts': 'compares hundreds of rounds of changes with a model',
  'tools/fuzz/test/soak.spec.ts': 'kills and pauses each part once',
};
