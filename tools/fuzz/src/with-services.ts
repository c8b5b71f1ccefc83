import { Database, SECRET, Service } from './services.js';

export interface Services {
  readonly api: readonly Service[];
  readonly userservice: Service;
  readonly database: Database;
}

/** Starts instances of the API and a user service on a database of their own, without chat server, for the time of `work`. @param more of the environment of the API */
export async function withServices<T>(
  instances: number,
  work: (services: Services) => Promise<T>,
  more: NodeJS.ProcessEnv = {},
): Promise<T> {
  const started: { stop(): Promise<void> }[] = [];
  try {
    const database = await Database.start();
    started.unshift(database);
    const environment = { DATABASE_URL: database.url, API_INITIAL_SECRET: SECRET };
    const api: Service[] = [];
    for (let index = 0; index < instances; index++) {
      const instance = await Service.start('api', `API ${index}`, { ...environment, ...more });
      started.unshift(instance);
      api.push(instance);
    }
    const userservice = await Service.start('userservice', 'user service', environment);
    started.unshift(userservice);
    return await work({ api, userservice, database });
  } finally {
    for (const one of started) await one.stop();
  }
}
