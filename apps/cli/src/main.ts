#!/usr/bin/env node
import { requireNode } from '@chat-admin/configuration/node-version';

requireNode();
const { runCommandLine } = await import('./command-line.js');
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  askSecret: async (question) => (await import('./ask-secret.js')).askSecret(question),
});
