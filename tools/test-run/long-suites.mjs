// Suites that take longer than a minute on two quiet cores, the longest first, and why.
export const LONG_SUITES = {
  'tools/package/test/upgrade.spec.ts': 'packs the former release and runs both side by side',
  'tools/package/test/debian.spec.ts':
    'installs, breaks and removes the packages on Debian 12 and 13 that systemd has booted',
  'tools/package/test/libraries.spec.ts':
    'installs the libraries in an application, and compiles and tests it',
  'tools/package/test/release-tool.spec.ts': 'makes a release',
  'tools/package/test/debian-packages.spec.ts':
    'unpacks and checks the packages of each architecture',
  'tools/package/test/bundle.spec.ts': 'runs the programs on each supported Node',
  'apps/console/test/journeys/users.spec.ts': 'drives a browser against the whole product',
  'apps/console/test/journeys/screens.spec.ts': 'opens every screen in four languages',
  'apps/api/test/contract/generators.spec.ts':
    'installs four generators, and compiles the clients that they make',
  'integrations/prosody/test/faults/network-partition.spec.ts':
    'waits until each part is given up, behind each kind of cut',
  'apps/console/test/journeys/live.spec.ts':
    'waits until a hidden page pauses and a cut one returns',
  'apps/console/test/journeys/now.spec.ts': 'drives a browser against the whole product',
  'apps/cli/test/doctor.spec.ts': 'makes and mends forty faults of an installation',
  'tools/cluster/test/upgraded-documents.spec.ts': 'compiles the former release and runs it',
  'apps/api/test/contract/documentation-page.spec.ts':
    'drives a browser over the page of each operation',
  'apps/console/test/journeys/import.spec.ts': 'drives a browser against the whole product',
  'apps/serve/test/jobs.spec.ts': 'waits until leases of killed instances are over',
  'apps/serve/test/listeners.spec.ts': 'starts the services with each kind of listener',
  'tools/fuzz/test/requests.spec.ts': 'asks thousands of requests',
  'apps/console/test/journeys/system.spec.ts': 'drives a browser against the whole product',
  'apps/cli/test/refused-starts.spec.ts': 'starts the product in each way that is refused',
  'apps/api/test/contract/wire-long-documents.spec.ts': 'sends and reads the longest documents',
  'tools/fuzz/test/soak.spec.ts': 'kills and pauses each part once',
  'apps/console/test/journeys/rooms.spec.ts': 'drives a browser against the whole product',
  'apps/console/test/journeys/faults.spec.ts': 'waits until the page gives up each kind of answer',
  'tools/docs/test/tours.spec.ts': 'follows the documentation from its first line on',
  'apps/console/test/journeys/groups.spec.ts': 'shows groups of 50,000',
  'apps/console/test/journeys/ground.spec.ts': 'drives a browser against the whole product',
  'libs/moving/test/nasty.spec.ts': 'moves every nasty row from each kind of source',
  'libs/moving/test/kept.spec.ts': 'moves each kind onto what is kept here',
  'tools/cluster/test/rolling-restart.spec.ts': 'replaces all instances under load',
  'apps/cli/test/services.spec.ts': 'starts each service by its command',
  'tools/fuzz/test/model.spec.ts': 'compares hundreds of rounds of changes with a model',
  'libs/moving/test/unreadable-tables.spec.ts':
    'takes away the right to each table, on two engines',
  'libs/moving/test/equal-people-apart.spec.ts': 'moves megabytes between people of one name',
  'apps/api/test/contract/worst-texts.spec.ts': 'sends the texts that take longest to prepare',
  'apps/cli/test/import-killed.spec.ts': 'kills the import at each of its steps',
  'apps/console/test/journeys/large.spec.ts': 'shows lists of up to a million rows',
  'libs/moving/test/fixtures.spec.ts': 'loads sixteen schemas of Openfire into three engines',
};
