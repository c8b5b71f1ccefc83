// Loaded before a service: warns once it serves.
const { send } = process;
process.send = (...given) => {
  process.emitWarning('a warning of the tests', 'TestWarning');
  return send.apply(process, given);
};
