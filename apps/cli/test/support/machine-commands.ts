import { TEST_DOMAIN } from '@chat-admin/persistence/testing/test-database';
import { NPM_SCRIPT } from './npm-script.js';

/**
 * Programs of a machine whose folder is `at`.
 * @param world where the credentials are that a setup would make again
 */
export const COMMANDS = (at: string, world: string): Readonly<Record<string, string>> => ({
  // what the unit does when it starts is in <unit>.start
  systemctl: `#!/bin/bash -e
verb=$1; shift
cd ${at}/units
set_state() { sed -i -E "s/^$2=.*/$2=$3/" "$1"; }
start() {
  ! grep -q LoadState=masked $1
  if [ -e $1.start ]; then . ./$1.start; fi
  set_state $1 ActiveState active; set_state $1 SubState running; set_state $1 NRestarts 0
  echo "$1" >>started
}
for word; do
  unit=\${word%.service}
  case $verb in
  show)
    case $word in --*) continue;; esac
    if [ -e $unit ]; then echo Id=$unit.service; cat $unit; else echo Id=$unit.service; echo LoadState=not-found; fi
    echo ;;
  start|restart) start $unit;;
  unmask) set_state $unit LoadState loaded; set_state $unit UnitFileState disabled;;
  enable)
    if [ $word = --now ]; then now=1; continue; fi
    ! grep -q LoadState=masked $unit
    set_state $unit UnitFileState enabled
    if [ "$now" ]; then start $unit; fi;;
  esac
done
if [ $verb = daemon-reload ]; then sed -i s/NeedDaemonReload=yes/NeedDaemonReload=no/ *; fi
`,
  journalctl: `#!/bin/sh
cat ${at}/journal 2>/dev/null || true
`,
  // a certificate of the authority of this machine, with its chain: <days> <names> [only]
  issue: `#!/bin/bash -e
cd ${at}
mkdir -p live/${TEST_DOMAIN}
lineage=live/${TEST_DOMAIN}
names=$(for name in \${2//,/ }; do printf ",DNS:%s" "$name"; done)
openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=chat -addext "subjectAltName=\${names:1}" \\
  -keyout $lineage/privkey.pem -out request 2>/dev/null
openssl x509 -req -in request -copy_extensions copy -days $1 -CA signer.pem -CAkey signer.key -CAcreateserial -out leaf.pem 2>/dev/null
cat leaf.pem signer.pem >$lineage/fullchain.pem
if [ "$3" ]; then exit; fi
install -m 640 -g "$(id -g nobody)" $lineage/privkey.pem tls/${TEST_DOMAIN}.key
install -m 640 -g "$(id -g nobody)" $lineage/fullchain.pem tls/${TEST_DOMAIN}.crt
`,
  certbot: `#!/bin/sh -e
exec ${at}/bin/issue 90 ${TEST_DOMAIN} only
`,
  'apt-get': `#!/bin/sh
[ "$1" = install ]
`,
  // the folders of the packages are folders of this machine
  npm: `#!/bin/bash -e
case "$*" in
*'certificate import'*) set -- "$@" --into ${at}/tls;;
*'setup --local --domain'*) exec install -m 600 ${world}/database-url ${at}/credentials/database-url;;
esac
${NPM_SCRIPT.slice(NPM_SCRIPT.indexOf('\n'))}
`,
});
