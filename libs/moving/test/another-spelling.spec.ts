import { fileURLToPath } from 'node:url';
import { homeOf, movingWorld, pass, remove, SCHOOL } from './support/school.js';

it('the same source in another spelling goes on, another one is named', async () => {
  const world = await movingWorld();
  const home = await homeOf('hsqldb');
  const address = fileURLToPath(new URL('hsqldb/', SCHOOL));
  try {
    const named = (sourceName: string) => pass(world, address, home, { sourceName });
    await named('postgres://127.0.0.1/openfire');
    await named('postgresql://localhost:5432/openfire/');
    await expect(named('postgres://other/openfire')).rejects.toThrow(
      'An import of postgres://127.0.0.1/openfire is under way, and postgres://other/openfire is another source: name the former one again.',
    );
    const runs = await world.query('select source, generation from moving.run');
    expect(runs).toEqual([{ source: 'postgres://127.0.0.1/openfire', generation: 2 }]);
  } finally {
    await world.close();
    await remove(home);
  }
});
