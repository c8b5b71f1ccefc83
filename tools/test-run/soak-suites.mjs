// Suites that `npm test` leaves to `npm run soak:suites`, since all together take too long on two cores, and why each can wait. Those that
// run with another Prosody are named in `project.json` of integrations/prosody.
export const SOAK_SUITES = {
  'apps/console/test/bench/bench.spec.ts': 'it is about speed: npm run bench -w apps/console',
  'tools/cluster/test/upgrade.spec.ts': 'the packages are upgraded under load in each run',
  'tools/docs/test/field-recipe.spec.ts': 'its suites run in the workspace itself',
};

/** Whether this run is `npm run soak:suites`. */
export const isSoak = process.env.SOAK_SUITES === '1';
