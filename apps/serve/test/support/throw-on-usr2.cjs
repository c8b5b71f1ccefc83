// Loaded before a service: throws where nobody catches.
process.on('SIGUSR2', () => {
  throw new Error('thrown by the tests');
});
