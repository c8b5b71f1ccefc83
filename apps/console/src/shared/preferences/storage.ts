/** The one place that touches `localStorage`: preferences, nothing about people, no token, no drafts. */
const PREFIX = 'chat-admin.';

export function readStored(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null; // switched off by the browser, or not ours
  }
}

export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // kept until the page is closed
  }
}

/** Changes in other tabs. */
export function onStored(heard: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(PREFIX)) heard();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
