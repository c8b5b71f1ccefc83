import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';
import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';
import type { FieldChoice } from '@chat-admin/codecs/wire/chosen-fields';
import type { ListDeclaration } from '../http/list-declaration.js';
import type { Replied } from './content.js';

/** A route as described by its declarations. */
export interface DescribedRoute {
  readonly method: string;
  /** with parameters as `:name` */
  readonly pattern: string;
  readonly operation: { readonly id: string; readonly summary: string } | null;
  readonly status: number;
  /** whether it may answer 201 instead */
  readonly mayCreate: boolean;
  /** whether a header tells the address of what is new */
  readonly locates: boolean;
  /** the same if it may have been there before */
  readonly locatesNew: boolean;
  /** whether what it changes may get another address */
  readonly mayMove: boolean;
  /** whether its document has a tag */
  readonly isTagged: boolean;
  readonly queries: readonly string[];
  /** headers of its own that a success may have */
  readonly tells: readonly string[];
  /** what it is refused with besides what all may be */
  readonly refusals: readonly ErrorCode[];
  /** the list that it shows */
  readonly lists: ListDeclaration | null;
  /** members of its document that a request may choose */
  readonly chooses: FieldChoice | null;
  /** one of them; `xml`: XML that is not described further */
  readonly accepts: readonly DescribableDocument[] | 'xml' | null;
  /** whether it reads a merge patch of the document */
  readonly isPatch: boolean;
  /** whether it needs a body, though no member of it */
  readonly isFilled: boolean;
  /** whether it reads a form with the fields of the document */
  readonly isForm: boolean;
  /** whether it reads tables, too */
  readonly isUpload: boolean;
  /** whether it writes tables, too */
  readonly alsoTables: boolean;
  /** or the one media type that is sent */
  readonly replies: Replied | null;
  /** whether it may also be a stream of events */
  readonly isStream: boolean;
  /** whether it changes something */
  readonly isAudited: boolean;
  /** whether it can be tried */
  readonly offersDryRun: boolean;
  /** whether its answer is kept for those who send it again */
  readonly takesIdempotencyKey: boolean;
  /** whether it needs no credentials */
  readonly isOpen: boolean;
  /** whether it looks at credentials itself */
  readonly signsIn: boolean;
  /** whether it changes the cookie */
  readonly setsCookie: boolean;
  /** what a caller needs; empty: each caller may */
  readonly scopes: readonly string[];
  /** any of them is enough; empty: these do not matter */
  readonly needsOneOf: readonly string[];
  /** which scopes besides, and when; `null`: none */
  readonly alsoNeeds: string | null;
}
