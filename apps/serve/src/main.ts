import { runServe } from './run-serve.js';

await runServe();
