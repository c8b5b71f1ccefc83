import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureInstalled } from './ensure-installed.js';

/** Made once per machine; a changed list of packages makes another one. */
const PACKAGES = [
  ...['prosody', 'lua-dbi-postgresql', 'lua-unbound', 'prosody-modules'],
  'go-sendxmpp', // a client that knows SASL2, Bind 2 and FAST
  'python3-slixmpp', // of the series that knows only the later form of moderation
];
const FOLDER = `/var/cache/chat-admin-tests/debian-13-${PACKAGES.join('-')}`;
const PROGRAMS = `${FOLDER}/programs`;

/**
 * Runs under the lock. Packages are only unpacked: their programs run on this machine, with the loader and the libraries of
 * Debian 13, so nothing has to be mounted and the file system is that of the tests.
 */
const UNPACK = `
folder=$1 packages=$2
[ -x "$folder/programs/prosodyctl" ] && exit
rm -rf "$folder" "$folder.new"
mkdir -p "$folder.new/programs"
mmdebstrap --quiet --variant=extract --include="$packages" trixie "$folder.new/root" http://deb.debian.org/debian
root=$folder/root
for loader in "$folder.new"/root/usr/lib/*-linux-gnu/ld-linux-*.so.*; do :; done
loader=$root\${loader#"$folder.new/root"}
libraries=\${loader%/*}
cat >"$folder.new/programs/lua5.4" <<END
#!/bin/sh
export LUA_PATH='$root/usr/share/lua/5.4/?.lua;$root/usr/share/lua/5.4/?/init.lua'
export LUA_CPATH='$libraries/lua/5.4/?.so'
exec '$loader' --library-path '$libraries' '$root/usr/bin/lua5.4' "\\$@"
END
for program in prosody prosodyctl; do
  sed -e "1s|.*|#!$folder/programs/lua5.4|" -e "s|'/usr/lib/prosody|'$root/usr/lib/prosody|" \\
    "$folder.new/root/usr/bin/$program" >"$folder.new/programs/$program"
done
cat >"$folder.new/programs/go-sendxmpp" <<END
#!/bin/sh
exec '$loader' --library-path '$libraries' '$root/usr/bin/go-sendxmpp' "\\$@"
END
cat >"$folder.new/programs/python3" <<END
#!/bin/sh
export PYTHONHOME='$root/usr' PYTHONPATH='$root/usr/lib/python3/dist-packages'
exec '$loader' --library-path '$libraries' '$root/usr/bin/python3' "\\$@"
END
chmod 755 "$folder.new"/programs/*
mv "$folder.new" "$folder"
`;

/**
 * Unpacks Debian 13's Prosody and what it needs, at the first call on this machine.
 * @returns the folder of the program `prosody`
 * @throws an error that says what is missing
 */
export async function prosodyOfDebian13(): Promise<string> {
  await ensureInstalled('mmdebstrap');
  const lock = ['--timeout', '600', '/run/chat-admin-debian-13.lock'];
  const shell = ['sh', '-eu', '-c', UNPACK, 'unpack', FOLDER, PACKAGES.join(',')];
  try {
    await promisify(execFile)('flock', [...lock, ...shell]);
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    const reason = (stderr || message).trim().split('\n').slice(-3).join(' ');
    throw new Error(`Prosody of Debian 13 cannot be unpacked: ${reason}`, { cause: error });
  }
  return PROGRAMS;
}
