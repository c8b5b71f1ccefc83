// Loaded before a service: a signal has it say which modules of the tracing SDK are there.
const { Module } = require('node:module');

process.on('SIGUSR2', () => {
  const sdk = /node_modules\/@opentelemetry\/(?!api\/)([^/]+)/;
  const names = Object.keys(Module._cache).map((path) => sdk.exec(path)?.[1]);
  const found = [...new Set(names.filter(Boolean))].sort().join();
  process.stdout.write(`modules of the SDK: ${found || 'none'}\n`);
});
