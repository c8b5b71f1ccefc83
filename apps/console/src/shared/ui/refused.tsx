import { failureOf } from '../api/errors';
import type { Failure, Refusal } from '../api/errors';
import { useSay } from '../texts/texts';
import { toast } from './toast';

/** Why something was refused; what the service alone can say is marked as English. */
export function Refused({ of: { text, english } }: { readonly of: Refusal }) {
  if (english === null) return text;
  return (
    <>
      {text.slice(0, text.length - english.length)}
      <span lang="en">{english}</span>
    </>
  );
}

/** What has failed, where it was tried. */
export function Fault({ of: error }: { readonly of: unknown }) {
  return (
    <p role="alert">
      <Refused of={failureOf(error)} />
    </p>
  );
}

/** Says at the edge of the window what has failed. @param inWords a sentence that ends with the reason */
export function toastFailure(
  error: unknown,
  inWords: (reason: string) => string = (reason) => reason,
): void {
  const failure = failureOf(error);
  const told = { ...failure, text: inWords(failure.text) };
  toast(<Told failure={told} />, { isLasting: true, isError: true });
}

function Told({ failure }: { readonly failure: Failure }) {
  const say = useSay();
  return (
    <>
      <Refused of={failure} />
      {failure.requestId !== null && ` (${say('common.requestId')} ${failure.requestId})`}
    </>
  );
}
