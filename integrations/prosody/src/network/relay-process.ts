// A relay as a process of its own, for a network namespace: `relay-process.js <place> <target>`, both in JSON. Its first
// line of output is the port, or the path, at which it listens.
import { type Place, Relay } from './relay.js';

const [place, target] = process.argv.slice(2).map((text) => JSON.parse(text) as Place);
const relay = await Relay.start(place!, target!);
process.stdout.write(`${'path' in place! ? place.path : relay.port}\n`);
