/** Names of a pasted list: one a line, or separated by commas, semicolons or tabs; each once, in their order. */
export const pastedNames = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\n\r,;\t]+/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
