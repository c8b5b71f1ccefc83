import { plain } from '../texts/plain';

/** A person in a sentence: the name where there is one, then what identifies the account. */
export const calledBy = (username: string, name: string | null | undefined): string =>
  name && name !== username ? `${plain(name)} (${plain(username)})` : plain(username);
