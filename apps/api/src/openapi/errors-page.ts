import { ERROR_ANSWERS, ERROR_CODES } from '@chat-admin/codecs/errors/error-answers';
import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';
import { escapeText } from '@chat-admin/codecs/xml/escape';

/** The page that `type` of a problem leads to. Contract: core 1.7 */
export const errorsPage = (): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Errors of the chat-admin API</title>
    <link rel="stylesheet" href="docs.css" />
  </head>
  <body>
    <main id="errors">
      <h1>Errors of the chat-admin API</h1>
      <p>Each error has one code, which the header <code>X-Error-Code</code> carries. <code>…</code> stands for a value. The <a href="./">description</a> lists the errors of each operation.</p>
${ERROR_CODES.map(section).join('\n')}
    </main>
  </body>
</html>
`;

function section(code: ErrorCode): string {
  const { status, exception, text } = ERROR_ANSWERS[code];
  return `      <section id="${code}">
        <h2><a href="#${code}">${code}</a></h2>
        <p>${escapeText(text.replaceAll(/\{\w+\}/g, '…'))}</p>
        <p>Status ${status}, <code>${exception}</code></p>
      </section>`;
}
