import { settingsOf } from './setting.js';

/** The documentation of a configuration class as a Markdown table. */
export function settingsTable(config: new () => object): string {
  const rows = settingsOf(config).map(
    ({ name, default: fallback, description, secret }) =>
      `| \`${name}\`${secret ? ` or \`${name}_FILE\`` : ''} | ${fallback} | ${description} |`,
  );
  return ['| Setting | Default | Effect |', '| --- | --- | --- |', ...rows].join('\n');
}
