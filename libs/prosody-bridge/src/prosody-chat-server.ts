import { ChatServer, ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import type {
  ChangedRoom,
  Delivery,
  LiveListener,
  RoomRef,
  StoredRoom,
  UserEvent,
} from '@chat-admin/domain/chat-server/chat-server';
import type {
  LiveOccupant,
  RoomFarewell,
  RoomInvitation,
} from '@chat-admin/domain/chat-server/live-room';
import type { PersonalMessage } from '@chat-admin/domain/chat-server/message';
import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { ActiveBridge } from './active-bridge.js';
import { BridgeFailure, BridgeRefusal, NoAnswerInTime } from './bridge-client.js';
import { countAnswer, doneAnswer, sessionsAnswer } from './bridge-documents.js';
import type { BridgeHealth } from './bridge-documents.js';
import { Commands, faultOf } from './commands.js';
import { filesThereBy } from './file-questions.js';
import { inTime } from './in-time.js';
import { liveSession, LiveSessions } from './live-sessions.js';
import { Notices } from './notices.js';
import type { ProsodyChatServerOptions } from './prosody-chat-server-options.js';
import { Reachability } from './reachability.js';
import { RoomQuestions } from './room-questions.js';
import type { Asked } from './room-questions.js';
import type { Shape } from './shapes.js';

const NOTICE_TIMEOUT_MS = 2_000;
const QUESTION_TIMEOUT_MS = 15_000;
/** Prosody keeps nothing else of an account: keys, for example, are read at each login. */
const FELT_EVENTS: ReadonlySet<UserEvent> = new Set(['locked', 'deleted', 'vcard']);
/** Health checks end after two seconds. */
const LISTENERS_TIMEOUT_MS = 1_000;

/**
 * Prosody, accessed through the bridge of `integrations/prosody`. Notices are not even attempted
 * while it is unavailable: it reconciles itself with the database later. Contract: core 1.12
 */
export class ProsodyChatServer extends ChatServer {
  readonly client: ActiveBridge;
  private readonly reachability: Reachability;
  private readonly notices = new Notices((path, body, calls, since) =>
    this.notice(path, body, calls, since),
  );
  private readonly live = new LiveSessions((since) =>
    this.question('/bridge/sessions', { query: since === null ? {} : { since } }, sessionsAnswer),
  );
  private readonly commands = new Commands({
    reached: () => this.reached(),
    command: (...call) => this.command(...call),
  });
  private readonly rooms = new RoomQuestions((...asked) => this.question(...asked));
  private readonly failing = new Set<string>();
  /** from the last successful probe */
  private known: BridgeHealth | null = null;
  private deferred = 0;
  private replaced = 0;

  constructor(private readonly options: ProsodyChatServerOptions) {
    super();
    const { url } = options;
    this.client = new ActiveBridge({
      ...options,
      addresses: typeof url === 'string' ? () => [url] : url,
    });
    this.reachability = new Reachability({
      probe: () => this.health(),
      log: options.log,
      everyMs: options.probeEveryMs,
      awayEveryMs: options.probeAwayEveryMs,
    });
  }

  /** Probes its health periodically until {@link close}. */
  start(): void {
    void this.reachability.check();
  }

  /** The token for the calls from now on. */
  renew(token: string): void {
    this.client.renew(token);
  }

  close(): void {
    this.reachability.close();
    this.client.close();
  }

  /** Looks at once, because another one may serve. */
  look(): void {
    void this.reachability.check();
  }

  get attachment(): 'none' | 'connecting' | 'tried' {
    if (this.client.isMissing) return 'none';
    return this.reachability.tried ? 'tried' : 'connecting';
  }

  /** Before the first contact, an id that no session has. */
  get nodeId(): string {
    return this.known?.node ?? 'prosody';
  }

  get up(): boolean {
    return this.reachability.up;
  }

  /** Sessions and occupants by the last probe; `null` while it is unavailable. */
  get load(): { readonly sessions: number; readonly occupants: number | null } | null {
    return this.up ? this.known : null;
  }

  /** Notices not delivered since the start. */
  get deferredNotices(): number {
    return this.deferred;
  }

  /** How often another node has taken over since the start. */
  get takeovers(): number {
    return this.replaced;
  }

  async sessions(username: Localpart | null): Promise<readonly LiveSession[]> {
    const sessions = username === null ? await this.live.all() : await this.sessionsOf(username);
    // it was restarted since the last probe, perhaps under another name
    if (sessions.some(({ nodeId }) => nodeId !== this.nodeId)) await this.reachability.check();
    return sessions;
  }

  async localSessionCount(): Promise<number> {
    return (await this.question('/bridge/sessions/count', { query: {} }, countAnswer)).count;
  }

  /** Those of the last probe if the current one is late. */
  async listeners(): Promise<readonly LiveListener[]> {
    const { reachability } = this;
    const up = (await inTime(reachability.check(), LISTENERS_TIMEOUT_MS, null)) ?? reachability.up;
    if (!up || this.known === null) throw new ChatServerAway();
    return this.known.listeners.map(({ kind, encrypted, accepting }) => ({
      kind,
      encrypted,
      accepting,
    }));
  }

  occupants = (room: RoomRef) => this.rooms.occupants(room);

  occupantCounts(service: string, rooms: readonly string[]): Promise<readonly number[]> {
    return this.rooms.occupantCounts(service, rooms);
  }

  roomsOf = (user: Localpart, service: string) => this.rooms.roomsOf(user, service);

  roomHistory = (room: StoredRoom) => this.rooms.history(room);

  filesThere = filesThereBy((...asked) => this.question(...asked));

  closeSessions = (username: Localpart, reason: string | null) =>
    this.commands.closeSessions(username, reason);

  closeSession = (username: Localpart, resource: string, reason: string | null) =>
    this.commands.closeSession(username, resource, reason);

  kickOccupant = (room: RoomRef, nickname: string, reason: string | null) =>
    this.commands.kickOccupant(room, nickname, reason);

  changeRole = (room: RoomRef, nickname: string, role: LiveOccupant['role']) =>
    this.commands.changeRole(room, nickname, role);

  broadcast = (body: string) => this.commands.broadcast(body);

  send = (message: PersonalMessage) => this.commands.send(message);

  sendToRoom = (room: RoomRef, body: string) => this.commands.sendToRoom(room, body);

  invite = (room: RoomRef, invitations: readonly RoomInvitation[]) =>
    this.commands.invite(room, invitations);

  async usersChanged(usernames: readonly Localpart[], event: UserEvent): Promise<Delivery> {
    if (!FELT_EVENTS.has(event)) return 'applied';
    return this.notices.users(usernames, event);
  }

  rostersChanged = (owners: readonly Localpart[]) => this.notices.rosters(owners);

  /** Only the database knows whom a group affects: Prosody compares all live state with it. */
  async groupsChanged(names: readonly string[]): Promise<Delivery> {
    return names.length === 0 ? 'applied' : this.notices.everything();
  }

  roomsChanged = (rooms: readonly ChangedRoom[]) => this.notices.rooms(rooms);

  roomDestroyed(room: RoomRef, farewell: RoomFarewell): Promise<Delivery> {
    return this.notices.destroyed(room, farewell);
  }

  servicesChanged = () => this.notices.services();

  messagesRetracted = () => this.notices.retractions();

  filesRemoved = () => this.notices.files();

  private async sessionsOf(user: Localpart): Promise<readonly LiveSession[]> {
    const { sessions } = await this.question(
      '/bridge/sessions',
      { query: { user } },
      sessionsAnswer,
    );
    return sessions.map(liveSession);
  }

  /** Callers wait for `noticeTimeoutMs`, the time until it is sent included. */
  private async notice(
    path: string,
    body: object,
    calls: number,
    since: number,
  ): Promise<Delivery> {
    if (await this.isPrompt()) {
      const waitedMs = performance.now() - since;
      const timeoutMs = Math.max(1, Math.ceil(this.noticeTimeoutMs - waitedMs));
      const call = { method: 'POST', path, body, timeoutMs, repeatable: true } as const;
      try {
        await this.client.call(call, doneAnswer);
        this.failing.delete(path);
        return 'applied';
      } catch (failure) {
        const isLate = failure instanceof NoAnswerInTime;
        this.noteFailure(path, failure as BridgeFailure, isLate);
      }
    }
    this.deferred += calls;
    return 'deferred';
  }

  private async question<T>(path: string, asked: Asked, answer: Shape<T>): Promise<T> {
    await this.reached();
    const { questionTimeoutMs: timeoutMs } = this;
    const method = 'body' in asked ? 'POST' : 'GET';
    const call = { method, path, ...asked, timeoutMs, repeatable: true } as const;
    const doubt = () => this.reachability.doubt();
    return this.orAway(path, this.client.callWhoServes(call, answer, doubt));
  }

  private async command<T>(
    path: string,
    body: object,
    repeatable: boolean,
    answer: Shape<T>,
  ): Promise<T> {
    await this.reached();
    const { questionTimeoutMs: timeoutMs } = this;
    const call = { method: 'POST', path, body, timeoutMs, repeatable } as const;
    const doubt = () => this.reachability.doubt();
    const done = repeatable
      ? this.client.callWhoServes(call, answer, doubt)
      : this.client.call(call, answer);
    return this.orAway(path, done);
  }

  private isPrompt(): boolean | Promise<boolean> {
    const { reachability } = this;
    if (reachability.tried) return reachability.prompt;
    return inTime(reachability.check(), this.noticeTimeoutMs, false);
  }

  /** Probes first if it was unavailable, once for all callers. @throws ChatServerAway */
  private async reached(): Promise<void> {
    const { reachability } = this;
    if (reachability.up) return;
    const timeoutMs = reachability.away ? this.noticeTimeoutMs : this.questionTimeoutMs;
    if (!(await inTime(reachability.check(), timeoutMs, false))) throw new ChatServerAway();
  }

  private async orAway<T>(path: string, work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      this.failing.delete(path);
      return result;
    } catch (failure) {
      if (failure instanceof BridgeRefusal) throw faultOf(failure);
      this.noteFailure(path, failure as BridgeFailure);
      throw new ChatServerAway();
    }
  }

  /**
   * Logs a call that fails while others work, once until it works again.
   * @param isLate it was merely slower than the caller could wait
   */
  private noteFailure(path: string, failure: BridgeFailure, isLate = false): void {
    const { reachability } = this;
    const decide = async () => {
      if (isLate) return reachability.late();
      return failure.everything ? reachability.doubt() : reachability.up;
    };
    void decide().then((up) => {
      if (!up || this.failing.has(path)) return;
      this.failing.add(path);
      this.options.log.warn(`The chat server failed at ${path}: ${failure.message}`);
    });
  }

  private async health(): Promise<BridgeHealth> {
    const found = await this.client.probe(this.questionTimeoutMs);
    if (this.known !== null && this.known.node !== found.node) this.replaced += 1;
    this.known = found;
    return found;
  }

  private get noticeTimeoutMs(): number {
    return this.options.noticeTimeoutMs ?? NOTICE_TIMEOUT_MS;
  }

  private get questionTimeoutMs(): number {
    return this.options.questionTimeoutMs ?? QUESTION_TIMEOUT_MS;
  }
}
