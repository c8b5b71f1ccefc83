// Imported first by the scripts of this folder: ends them where Node is too old to go on. As `requireNode` of libs/configuration, which need
// not be compiled yet.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`chat-admin needs Node 20.19 or newer; this is ${major}.${minor}`);
  process.exit(78);
}
