// The process that sends requests: the same code for every server, so that its cost is the same for
// all.
import { connect, type Socket } from 'node:net';
import { answerTasks } from '../processes/tasks.js';
import { NUMBER, NUMBER_WIDTH, type LoadJob, type LoadResult } from './load-job.js';
import { ResponseReader } from './response-reader.js';

interface Tally {
  readonly totals: number[];
  readonly firsts: number[];
  bytes: number;
  next(): string | null;
}

async function run(job: LoadJob): Promise<LoadResult> {
  const sockets = await Promise.all(Array.from({ length: job.connections }, () => open(job.port)));
  const begin = performance.now();
  const tally: Tally = { totals: [], firsts: [], bytes: 0, next: requests(job, begin) };
  await Promise.all(
    sockets.map((socket, place) => exchange(socket, tally, pauses(job, begin, place))),
  );
  const seconds = (performance.now() - begin) / 1000;
  const totals = Float64Array.from(tally.totals).sort();
  return {
    requests: totals.length,
    seconds,
    bytes: tally.bytes,
    p50Ms: share(totals, 0.5),
    p99Ms: share(totals, 0.99),
    maxMs: totals.at(-1) ?? 0,
    firstByteP50Ms: share(Float64Array.from(tally.firsts).sort(), 0.5),
  };
}

const share = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket.off('error', reject))).once('error', reject);
  });
}

/** The next request, or `null` if the job is done. */
function requests({ request, numbers, until }: LoadJob, begin: number): () => string | null {
  const pieces = request.split(NUMBER);
  let sent = 0;
  return () => {
    if ('ms' in until ? performance.now() - begin >= until.ms : sent >= until.requests) return null;
    const number =
      numbers.kind === 'random' ? Math.floor(Math.random() * numbers.below) : numbers.from + sent;
    sent += 1;
    return pieces.join(String(number).padStart(NUMBER_WIDTH, '0'));
  };
}

/** How long the connection at `place` waits before its next request. */
function pauses(job: LoadJob, begin: number, place: number): () => number {
  const { perSecond, pauseMs = 0, connections } = job;
  if (perSecond === undefined) return () => pauseMs;
  let turn = place;
  return () => {
    turn += connections;
    return Math.max(0, begin + (turn * 1000) / perSecond - performance.now());
  };
}

/** Sends requests until there are none left. @throws for any response other than 2xx */
function exchange(socket: Socket, tally: Tally, pause: () => number): Promise<void> {
  const reader = new ResponseReader();
  let sentAt = 0;
  let first = 0;
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      socket.removeAllListeners('close').destroy();
      reject(new Error(reason));
    };
    const send = (): void => {
      const next = tally.next();
      if (next === null) {
        socket.removeAllListeners('close').destroy();
        return resolve();
      }
      first = 0;
      sentAt = performance.now();
      socket.write(next, 'latin1');
    };
    socket.on('error', (error) => fail(error.message));
    socket.once('close', () => fail('the server has closed a connection'));
    socket.on('data', (data) => {
      const complete = reader.feed(data);
      if (first === 0 && (complete || reader.bodyBytes > 0)) first = performance.now();
      if (!complete) return;
      if (reader.status < 200 || reader.status > 299)
        return fail(data.toString('utf8').slice(0, 1000));
      tally.totals.push(performance.now() - sentAt);
      tally.firsts.push(first - sentAt);
      tally.bytes += reader.bodyBytes;
      const pauseMs = pause();
      if (pauseMs > 0) setTimeout(send, pauseMs);
      else send();
    });
    send();
  });
}

answerTasks({ run });
