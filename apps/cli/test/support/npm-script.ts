import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';

const MAIN = bundledProgram('cli');

/** A program `npm` that knows `npm run -s chat-admin -- …` alone, from anywhere and without compiling first. */
export const NPM_SCRIPT = `#!/bin/sh -e
[ "$1 $2 $3 $4" = 'run -s chat-admin --' ]
shift 4
exec ${process.execPath} ${MAIN} "$@"
`;
