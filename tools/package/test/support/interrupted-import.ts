import type { BootedRoot } from '@chat-admin/debian-programs/booted-root';
import { until } from '@chat-admin/debian-programs/until';
import { login } from './chat-login.js';
import { OLD_PASSWORD, writeOldSchool } from './old-school.js';

const PROGRAMS = ['chat-admin', 'prosody'];
const SOURCE = '/root/embedded-db';
const SOMEBODY = 'pupil1';

/** Of an import that has been caught: it runs, and so far it is. */
const RUNS = `exists (select from pg_stat_activity where application_name = 'chat-admin import')`;
const open = (kind: string): string =>
  `exists (select from moving.progress where kind = '${kind}' and not done)`;

/** A question to the database that is true while an import is at some point. */
export const AT = {
  /** any command */
  work: RUNS,
  begin: `exists (select from moving.run) and ${open('accounts')}`,
  accounts: `exists (select from account where username like 'pupil%') and ${open('accounts')}`,
  rosters: `exists (select from roster_item) and ${open('rosters')}`,
  /** at the contacts or after them, so that it is met in a small import, too */
  rest: `exists (select from roster_item) and exists (select from moving.progress where not done)`,
  messages: `exists (select from room_message) and ${open('messages')}`,
  settling: `exists (select from moving.progress where kind = 'contacts' and not done and at is not null)`,
  end: `not exists (select from moving.progress where not done) and exists (select from moving.progress)`,
  secondPass: `exists (select from moving.progress where generation > 1 and done) and ${open('messages')}`,
} as const;

/** A machine with the packages, into which an import goes, and whose power is cut meanwhile. */
export class InterruptedImport {
  private constructor(private readonly root: BootedRoot) {}

  /** @param people of the Openfire whose database it lays on the machine */
  static async of(root: BootedRoot, people: number): Promise<InterruptedImport> {
    await writeOldSchool(root.path(SOURCE), people);
    return new InterruptedImport(root);
  }

  /** @returns the exit code of a command that goes to its end, and what it says */
  async run(action: string, withSource = false): Promise<{ code: number; said: string }> {
    const words = ['chat-admin', 'import', 'openfire', action, '--progress', 'none'];
    const source = withSource ? ['--source', SOURCE] : [];
    const script = `cd /root; "$@" && code=0 || code=$?; echo "code $code"`;
    const all = action === 'finish' ? words.slice(0, 4) : [...words, ...source];
    const said = await this.root.run('sh', '-c', script, 'sh', ...all);
    return { code: Number(/code (\d+)\n$/.exec(said)?.[1]), said };
  }

  /** Runs a command, and cuts the power as soon as it is there. @throws if it ends before */
  async cutAt(when: string, action: string, withSource = false): Promise<void> {
    const ended = this.run(action, withSource).then(
      ({ said }) => said,
      () => 'cut off',
    );
    const said = await Promise.race([ended, this.watched(when).then(() => null)]);
    await this.root.cutPower();
    await ended;
    await this.root.start({ complete: false });
    await until('the database is there', () => this.root.shell(psql('select true')));
    if (said !== null) throw new Error(`${action} ended before ${when}: ${said}`);
  }

  /** What has started with the machine serves nobody; then it is stopped. */
  async expectRefusal(): Promise<void> {
    const waits = 'An import is running';
    await until('the service waits', async () =>
      (await this.root.journal('chat-admin')).includes(waits),
    );
    const answer = await fetch(`http://${this.root.address}:9090/plugins/restapi/v1/session`).then(
      ({ status }) => status,
      () => 'refused',
    );
    expect(['refused', 503]).toContain(answer);
    const said = await this.login().catch(() => 'refused');
    expect(said).not.toContain('<success');
    await this.stop();
  }

  async expectNoDifference(): Promise<void> {
    const { code, said } = await this.run('verify');
    expect([code, said]).toEqual([0, expect.stringContaining('No difference.')]);
  }

  async finish(): Promise<void> {
    await this.expectNoDifference();
    expect(await this.run('finish')).toMatchObject({ code: 0 });
    await this.expectService();
  }

  /** What was moved can be worked with. */
  async expectService(): Promise<void> {
    await this.root.run('systemctl', 'start', ...PROGRAMS);
    await until('somebody logs in', async () => (await this.login()).includes('<success'));
    await this.root.run('chat-admin', 'health', '--ready');
  }

  private login(): Promise<string> {
    const server = { host: this.root.address, port: 5223, domain: 'example.org' };
    return login(server, SOMEBODY, OLD_PASSWORD);
  }

  /** Lets the chat server make its tables, and stops all. */
  async prepare(): Promise<void> {
    await this.root.run('systemctl', 'restart', ...PROGRAMS);
    await until('the chat server has its tables', async () =>
      (await this.root.shell(psql(`select to_regclass('prosody.prosodyarchive')`))).includes(
        'prosody',
      ),
    );
    await this.stop();
  }

  async stop(): Promise<void> {
    await this.root.run('systemctl', 'stop', ...PROGRAMS);
  }

  private async watched(when: string): Promise<void> {
    await this.root.shell(psql(WATCH.replace('QUESTION', when)));
  }
}

const psql = (sql: string): string =>
  `runuser -u postgres -- psql -qAt chat <<'END'\n${sql};\nEND\n`;

// each look is a transaction of its own, which holds no lock of what the import alters
const WATCH = `
do $watch$
declare
  met boolean := false;
begin
  while met is not true loop
    begin
      perform pg_stat_clear_snapshot();
      execute $question$select QUESTION$question$ into met;
    exception when undefined_table or invalid_schema_name then
      met := false;
    end;
    commit;
    perform pg_sleep(0.002);
  end loop;
end $watch$`;
