import { checkModel } from './model/model-run.js';
import { SECRET } from './services.js';
import { withServices } from './with-services.js';

export interface ModelRunOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly instances: number;
  readonly workers: number;
}

/** Starts everything, and compares. @returns the exit code */
export function runModel(options: ModelRunOptions): Promise<number> {
  return withServices(options.instances, async ({ api }) => {
    console.log(`Seed ${options.seed}, ${options.rounds} rounds of ${options.workers} changes`);
    const urls = api.map(({ url }) => url);
    const fault = await checkModel(urls, SECRET, {
      ...options,
      progress: (done) => done % 1_000 === 0 && console.log(`${done} rounds`),
    });
    console.log(fault ? `FAULT ${fault}` : 'Service and model agree');
    return fault ? 1 : 0;
  });
}
