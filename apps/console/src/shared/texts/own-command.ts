const named = document.querySelector<HTMLMetaElement>('meta[name=own-command]');

/** A command as it is typed where the service runs, which the start page says. @param words `admin create boss` */
export const ownCommand = (words: string): string => `${named?.content ?? 'chat-admin'} ${words}`;
