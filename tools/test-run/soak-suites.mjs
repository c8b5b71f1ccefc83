// Suites that `npm test` leaves to `npm run soak:suites`, since all together take too long on two cores, and why each can wait. Those that
// run with another Prosody are named in `project.json` of integrations/prosody.
export const SOAK_SUITES = {
  'apps/cli/test/import-killed.spec.ts':
    'interruptions.spec of libs/moving kills the same import at each batch, without processes',
  'apps/console/test/bench/bench.spec.ts': 'it is about speed: npm run bench -w apps/console',
  'integrations/prosody/test/gajim.spec.ts':
    'second-client.spec has slixmpp of both series hear the same; gajim takes two more Debians',
  'integrations/prosody/test/faults/takeover.spec.ts':
    'second-chat-server.spec and network-cut-chat-server.spec have one takeover of each kind',
  'tools/cluster/test/upgraded-documents.spec.ts':
    'rows of each release are upgraded in libs/persistence, and the packages run both releases on one database',
  'tools/cluster/test/upgrade.spec.ts': 'the packages are upgraded under load in each run',
  'tools/docs/test/field-recipe.spec.ts': 'its suites run in the workspace itself',
};

/** Suites of which `npm test` runs a part, and what that leaves out; they ask for `SOAK_SUITES` themselves. */
export const PARTLY = {
  'apps/cli/test/doctor.spec.ts':
    'five of the faults of a machine with the package are made and mended',
  'apps/console/test/journeys/screens.spec.ts':
    'axe has each screen once, in one language and theme',
  'integrations/prosody/test/added-columns.spec.ts':
    'PostgreSQL 18 and 15; 17 is that of an installed Debian 13',
  'libs/persistence/test/pooler.spec.ts':
    'PgBouncer 1.18 of Debian 12; 1.24 of Debian 13 has to be unpacked',
  'libs/moving/test/fixtures.spec.ts':
    'schemas between the oldest and the newest have one form of HSQLDB files each, and one other engine',
  'libs/moving/test/nasty.spec.ts': 'every other schema between the oldest and the newest moves',
  'tools/fuzz/test/model.spec.ts': 'a hundred rounds of a seed of its own are compared',
  'tools/fuzz/test/soak.spec.ts': 'each part is killed, or each is paused, as the seed says',
};

/** Suites of artefacts that `npm run test:package` leaves to `npm run soak:packages`. */
export const SOAK_PACKAGES = {
  'import-reboots.spec.ts': 'debian.spec cuts the power at one point of an import',
};

/** Parts of suites of artefacts that `npm run test:package` leaves to `npm run soak:packages`. */
export const PARTLY_PACKAGES = {
  'bundle.spec.ts': 'the oldest Node and the one that packages carry run one program of each kind',
  'debian-packages.spec.ts': 'the bundle in the packages is compared when it is made again',
  'debian.spec.ts': 'Debian 12 has nginx, Debian 13 Caddy; through both go larger tables',
  'libraries.spec.ts': 'ts-jest has the resolution of new projects',
  'prosody-image.spec.ts':
    'it is not built twice, the image of the service is; both images run as Podman would run them',
  'upgrade.spec.ts':
    'one release becomes the present one and comes back; `npm run soak:upgrade` goes on',
};

/** Whether this run is `npm run soak:suites` or `npm run soak:packages`. */
export const isSoak = process.env.SOAK_SUITES === '1';
