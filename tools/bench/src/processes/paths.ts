import { fileURLToPath } from 'node:url';

/** The compiled form of a module of this project, by its path in `src` without extension. */
export const compiled = (module: string): string =>
  fileURLToPath(new URL(`../${module}.js`, import.meta.url));

export const apiMain = fileURLToPath(new URL('../../../../apps/api/dist/main.js', import.meta.url));
export const startScript = fileURLToPath(new URL('../../../start.mjs', import.meta.url));
export const roomsDataScript = fileURLToPath(new URL('../../../rooms-data.mjs', import.meta.url));
