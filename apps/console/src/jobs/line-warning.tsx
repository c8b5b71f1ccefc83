import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';

/** What the service says of a line, by the key of its text. */
const WARNINGS = {
  sameName: /^line (?<line>\d+) has the same name$/,
  scientific: /^the name is a number in scientific notation: (?<value>.*)$/,
  nobody: /^there is no such user: (?<value>.*)$/,
} as const;
const KINDS = Object.keys(WARNINGS) as (keyof typeof WARNINGS)[];

/** What is most likely a mistake in a line that was only checked, in the language of the page. */
export function LineWarning({ of }: { readonly of: string }) {
  const say = useSay();
  const words = of.split('; ').map((one) => {
    const kind = KINDS.find((each) => WARNINGS[each].test(one));
    if (kind === undefined) return plain(one);
    const { line = '', value = '' } = WARNINGS[kind].exec(one)!.groups!;
    return say(`jobs.warnings.${kind}`, { line, value: plain(value) });
  });
  return <>{words.join('; ')}</>;
}
