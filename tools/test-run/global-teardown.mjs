export default async function stop() {
  await globalThis.temporaryPostgres?.stop();
}
