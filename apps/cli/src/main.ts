#!/usr/bin/env node
import { requireNode } from '@chat-admin/configuration/node-version';

requireNode();
// what the packages inside will have to change is nothing to whoever operates this
Object.assign(process, { noDeprecation: true });
const { visibleLines } = await import('@chat-admin/domain/shared/texts');
const { runCommandLine } = await import('./program/command-line.js');
const { EXIT } = await import('./outcome/exit-codes.js');
// such as EPIPE: nobody reads any more
process.stdout.on('error', () => process.exit(EXIT.failed));
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(visibleLines(text)),
  complain: (text) => process.stderr.write(visibleLines(text)),
  askSecret: async (question) => (await import('./program/ask-secret.js')).askSecret(question),
  ...(process.stdin.isTTY && process.stderr.isTTY
    ? { ask: async (question: string) => (await import('./program/ask-secret.js')).ask(question) }
    : {}),
});
