#!/usr/bin/env node
import { runCommandLine } from './command-line.js';
import { EXIT } from './exit-codes.js';

// such as EPIPE: nobody reads any more
process.stdout.on('error', () => process.exit(EXIT.failed));

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  askSecret: async (question) => (await import('./ask-secret.js')).askSecret(question),
});
