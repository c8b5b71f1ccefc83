import type { Command } from 'commander';
import { report } from '../../program/action.js';
import { SHELLS } from './declare.js';
import type { Shell } from './declare.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { UnusableWord } from '../../outcome/failures.js';
import { programOf } from '../../program/program.js';

export interface CompletionOptions extends ReportOptions {
  readonly shell: string;
}

export const printCompletion: Action<CompletionOptions> = async (
  { shell, ...options },
  terminal,
) => {
  const script = SCRIPTS[shell as Shell];
  if (script === undefined) throw new UnusableWord(`${shell} is none of ${SHELLS.join(', ')}`);
  const text = script(placesOf(programOf(async () => undefined)));
  report(terminal, options, { script: text }, [text]);
  return EXIT.done;
};

/** What may follow the words of a command. */
interface Place {
  readonly words: string;
  readonly next: readonly string[];
}

function placesOf(command: Command, words: readonly string[] = []): readonly Place[] {
  const names = command.commands.map((below) => below.name());
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const here = { words: words.join(' '), next: [...names, ...options, '--help'] };
  const below = command.commands.flatMap((one) => placesOf(one, [...words, one.name()]));
  return [here, ...below];
}

const bash = (places: readonly Place[]): string => `_chat_admin() {
  local words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) words="\${words:+$words }$word" ;; esac
  done
  local next=""
  case $words in
${places
  .map(
    ({ words, next }) =>
      `    '${words}'${words === '' ? '' : `|'${words} '*`}) next='${next.join(' ')}' ;;`,
  )
  .reverse()
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _chat_admin chat-admin`;

const zsh = (places: readonly Place[]): string =>
  `autoload -U +X bashcompinit && bashcompinit\n${bash(places)}`;

const fish = (places: readonly Place[]): string =>
  [
    'function __chat_admin_at',
    '  set --local words',
    '  for word in (commandline --tokenize --cut-at-cursor --current-process)[2..-1]',
    "    string match --quiet -- '-*' $word; or set --append words $word",
    '  end',
    '  string match --quiet --regex -- $argv[1] "$words"',
    'end',
    'complete --command chat-admin --no-files',
    ...places.flatMap(({ words, next }) => {
      const isLast = next.every((word) => word.startsWith('--'));
      const condition = `__chat_admin_at "^${words}${isLast ? '( |\\$)' : '\\$'}"`;
      return next.map((word) => {
        const kind = word.startsWith('--')
          ? `--long-option ${word.slice(2)}`
          : `--arguments ${word}`;
        return `complete --command chat-admin --condition '${condition}' ${kind}`;
      });
    }),
  ].join('\n');

const SCRIPTS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = { bash, zsh, fish };
