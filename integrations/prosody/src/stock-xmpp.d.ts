// What is used here of the stock client, which has no types of its own; those of DefinitelyTyped bring 34 packages.
declare module '@xmpp/client' {
  type Stanza = import('./stanza.js').Stanza;

  type Token = import('./transport.js').Device['token'];

  export const xml: typeof import('./stanza.js').xml;

  interface Socket {
    destroy?(): void;
    setNoDelay?(): void;
    close?(): void;
  }

  export interface Client {
    readonly socket: (Socket & { socket?: Socket }) | null;
    timeout: number;
    readonly reconnect: { stop(): void };
    on(event: 'send' | 'stanza', listener: (stanza: Stanza) => void): void;
    on(event: 'error', listener: (error: Error & { condition?: string }) => void): void;
    on(event: 'disconnect', listener: () => void): void;
    start(): Promise<{ toString(): string }>;
    stop(): Promise<unknown>;
    send(stanza: Stanza): Promise<void>;
    /** calls `write` before it returns */
    open(options: object): Promise<unknown>;
    write(text: string): Promise<void>;
    readonly fast: { saveToken: (token: Token) => Promise<void> };
    readonly saslFactory: { use(name: string, mechanism: unknown): void };
  }

  export function client(options: object): Client;
}

declare module '@xmpp/xml' {
  type Stanza = import('./stanza.js').Stanza;

  export class Parser {
    on(event: 'start' | 'element', listener: (element: Stanza) => void): void;
    write(text: string): void;
  }
}
