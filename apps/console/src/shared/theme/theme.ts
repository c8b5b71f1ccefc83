import { onPreferences, preferences } from '../preferences/preferences';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** Keeps the attributes of the root, which `tokens.css` reads, as the preferences say. */
export function followTheme(): void {
  const apply = () => {
    const { theme, density } = preferences();
    const { dataset } = document.documentElement;
    dataset['theme'] = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
    dataset['density'] = density;
  };
  dark.addEventListener('change', apply);
  onPreferences(apply);
  apply();
}
