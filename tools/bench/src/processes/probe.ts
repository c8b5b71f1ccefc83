// Preloaded into every measured server: reports its resource usage between two moments.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answerTasks } from './tasks.js';
import type { Usage } from './usage.js';

const RSS_INTERVAL_MS = 5;
const LOOP_RESOLUTION_MS = 1;
const MEBIBYTE = 1024 * 1024;

const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
let cpu = process.cpuUsage();
let rssBefore = 0;
let rssPeak = 0;
let sampling: NodeJS.Timeout | null = null;

const rss = () => process.memoryUsage.rss() / MEBIBYTE;

answerTasks({
  /** @param watch whether to measure memory and the event loop, which costs some CPU */
  begin: (watch: boolean) => {
    rssBefore = rssPeak = rss();
    if (watch) {
      loop.reset();
      loop.enable();
      sampling = setInterval(() => (rssPeak = Math.max(rssPeak, rss())), RSS_INTERVAL_MS);
    }
    cpu = process.cpuUsage();
  },
  end: (): Usage => {
    const { user, system } = process.cpuUsage(cpu);
    if (sampling) clearInterval(sampling);
    sampling = null;
    loop.disable();
    return {
      cpuMs: (user + system) / 1000,
      loopGapMs: Math.max(0, loop.max / 1e6 - LOOP_RESOLUTION_MS),
      rssBefore,
      rssPeak: Math.max(rssPeak, rss()),
    };
  },
});
