import { lazy as lazyOnce } from 'react';

const WAIT_MS = 300;

/** Once more if a file of the page cannot be loaded: when the network changes, browsers give up what is under way. */
export const again = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    return load();
  });

/** `lazy` of React, whose file is asked for once more. */
export const lazy: typeof lazyOnce = (load) => lazyOnce(() => again(load));
