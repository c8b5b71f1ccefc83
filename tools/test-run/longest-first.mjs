// Long suites begin first, since a machine that has run none yet does not know which ones they are.
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import { workspace } from './jest-project.mjs';
import { LONG_SUITES } from './long-suites.mjs';

const known = Object.keys(LONG_SUITES);
const placeOf = ({ path }) => {
  const place = known.indexOf(relative(workspace, path));
  return place < 0 ? known.length : place;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }
}
