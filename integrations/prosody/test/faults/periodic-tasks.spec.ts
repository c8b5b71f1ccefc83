import { prosodyOfDebian13 } from '@chat-admin/debian-programs/debian-13';
import { suiteNeeds, suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { World } from '../../src/world.js';

const installed = await suiteNeeds(describe, 'Periodic tasks', ['prosody']);
const [suite, debian13] = await suiteWith(installed, 'Periodic tasks', prosodyOfDebian13);

/** Prosody 13 removes deleted accounts once a day, a second after its start for the first time. */
suite('The periodic tasks of a Prosody that starts without database', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({
      breakablePostgres: true,
      prosody: { cron_check_delay: 1 }, // second, between two looks at what is due
    });
    await world.prosody.stop();
    world.prosody.folders = [debian13!];
  });
  afterAll(() => world?.stop());

  const looks = () => world.prosody.output().split('Running periodic tasks').length;

  it('go on once it is there', async () => {
    await world.postgres.stop();
    await world.prosody.startAgain();
    const before = looks();
    await until('it looks twice for what is due', () => looks() >= before + 2);
    expect(world.prosody.output()).not.toMatch(/Encountered error|raceback/);

    await world.postgres.startAgain();
    await world.prosody.untilAttached();
    await until('the task has run', async () => {
      const rows = await world.sql(
        `select from prosody.prosody where store = 'cron' and key like 'user_account_management/%'`,
      );
      return rows.length > 0;
    });
  });
});
