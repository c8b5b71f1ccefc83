/** Files in Markdown, as their readers see them. */

/** What stands between fences is text, not Markdown. */
const FENCED = /^( *)```.*?^\1```$/gms;

export interface Link {
  readonly target: string;
  readonly isPicture: boolean;
}

export function linksOf(markdown: string): readonly Link[] {
  const text = markdown.replaceAll(FENCED, '').replaceAll(/`[^`\n]*`/g, '');
  return [...text.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, mark, target]) => ({
    target: target!,
    isPicture: mark === '!',
  }));
}

/** Where headings can be linked to, as forges make it. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading] of markdown.replaceAll(FENCED, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
    const anchor = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let [name, count] = [anchor, 0];
    while (anchors.has(name)) name = `${anchor}-${(count += 1)}`;
    anchors.add(name);
  }
  return anchors;
}

/** The commands of fences with the tag, such as `sh test=tour`, in their order. */
export function taggedBlocks(markdown: string, tag: string): readonly string[] {
  const fences = markdown.matchAll(/^( *)```sh test=(\S+)\n(.*?)^\1```$/gms);
  return [...fences]
    .filter(([, , name]) => name === tag)
    .map(([, indent, , commands]) => commands!.replaceAll(new RegExp(`^${indent!}`, 'gm'), ''));
}
