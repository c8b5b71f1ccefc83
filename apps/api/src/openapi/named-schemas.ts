import { issuedKeyDoc, keyDraftDoc } from '@chat-admin/codecs/access/key.doc';
import { groupsDoc } from '@chat-admin/codecs/groups/group.doc';
import { messagesDoc, occupantDraftDoc } from '@chat-admin/codecs/muc/rooms/occupants.doc';
import { configuredServiceDoc } from '@chat-admin/codecs/muc/services/chat-service.doc';
import { personalMessageDoc } from '@chat-admin/codecs/sessions/session.doc';
import { lockoutDraftDoc } from '@chat-admin/codecs/users/lockout.doc';
import {
  sessionCountDoc,
  sessionsHistoryDoc,
} from '@chat-admin/codecs/sessions/session-statistics.doc';
import { patchedRosterDoc } from '@chat-admin/codecs/users/roster.doc';
import { userGroupsDoc } from '@chat-admin/codecs/users/user-groups.doc';
import { overviewDoc } from '@chat-admin/codecs/overview/overview.doc';
import { countedHoldDoc, holdDraftDoc } from '@chat-admin/codecs/holds/hold.doc';
import { countedRuleDoc, retentionDraftDoc } from '@chat-admin/codecs/retention/retention.doc';
import { healthDoc } from '@chat-admin/codecs/system/health.doc';
import {
  evidenceDoc,
  measuresResultDoc,
  fullReportDoc,
  reportDraftDoc,
} from '@chat-admin/codecs/reports/report.doc';
import {
  issuedWebhookDoc,
  webhookDraftDoc,
  webhookPatchDoc,
} from '@chat-admin/codecs/webhooks/webhook.doc';
import { exampleOf } from './examples.js';
import { describe } from '@chat-admin/codecs/wire/describe';
import type {
  DescribableDocument,
  DocumentForm,
  DocumentSchema,
  ExtraFields,
} from '@chat-admin/codecs/wire/describe';
import { bind } from '@chat-admin/codecs/wire/fields';
import { descriptionOf } from './field-descriptions.js';
import { schemaDescription } from './schema-descriptions.js';
import type { Item } from '@chat-admin/codecs/wire/schema';

type Named = DescribableDocument | Extract<Item, { kind: 'doc' }>;

/** Documents whose root element another one has, too. */
const NAMES: ReadonlyMap<Named, string> = new Map<Named, string>([
  [userGroupsDoc, 'GroupNames'],
  [patchedRosterDoc, 'PatchedRoster'],
  [sessionCountDoc, 'SessionCount'],
  [configuredServiceDoc, 'ConfiguredChatService'],
  [keyDraftDoc, 'KeyDraft'],
  [lockoutDraftDoc, 'LockoutDraft'],
  [webhookDraftDoc, 'WebhookDraft'],
  [webhookPatchDoc, 'Webhook'],
  [issuedWebhookDoc, 'IssuedWebhook'],
  [fullReportDoc, 'FullReport'],
  [countedRuleDoc, 'CountedRetentionRule'],
  [retentionDraftDoc, 'RetentionDraft'],
  [countedHoldDoc, 'CountedHold'],
  [holdDraftDoc, 'HoldDraft'],
  [reportDraftDoc, 'ReportDraft'],
  [evidenceDoc, 'EvidenceMessage'],
  [measuresResultDoc.item, 'MeasuredPart'],
  [issuedKeyDoc, 'IssuedKey'],
  [groupsDoc.item, 'GroupSummary'],
  [occupantDraftDoc, 'OccupantDraft'],
  [personalMessageDoc, 'PersonalMessage'],
  [messagesDoc.item, 'RoomMessage'],
  [healthDoc.item, 'HealthPart'],
  [overviewDoc.item, 'OverviewPart'],
  [sessionsHistoryDoc.item, 'SessionsSample'],
]);

/** In characters: what a reference is not worth. */
const LONG = 60;

/** Answers with chosen members have no names. */
export type NamedForm = Exclude<DocumentForm, 'chosen'>;

/** How schemas of a form are called; `''` as the document itself. */
const ENDINGS: Readonly<Record<NamedForm, string>> = {
  shown: '',
  POST: 'Body',
  PUT: 'Update',
  PATCH: 'Patch',
};

/** Documents once in each form, named after their root element. */
export class NamedSchemas {
  private readonly schemas: Record<string, DocumentSchema> = {};
  private readonly examples: Record<string, object> = {};
  /** by what they show */
  private readonly exampleNames = new Map<string, string>();

  constructor(
    private readonly extra: ExtraFields,
    /** a document that is only sent needs no other name for that */
    private readonly shown: ReadonlySet<Named>,
  ) {}

  /** @throws if two documents with the same name differ */
  referenceTo(document: DescribableDocument, asked: NamedForm): DocumentSchema {
    const form = plainForm(document, asked);
    const schema = describe(document, form, this.extra, (item, inline) =>
      this.named(item, plainForm(item, form), inline),
    );
    return this.named(document, form, schema);
  }

  /** Where tools follow no references. */
  inline(document: DescribableDocument, form: DocumentForm): DocumentSchema {
    return describe(document, form, this.extra);
  }

  /** One of them, under a name of its own. */
  oneOf(choices: readonly DocumentSchema[]): DocumentSchema {
    if (choices.length === 1) return choices[0]!;
    const name = choices.map(({ $ref }) => $ref!.split('/').at(-1)!).join('Or');
    this.schemas[name] ??= { description: 'One of these', oneOf: choices };
    return referenceTo(name);
  }

  /** What is no document. */
  own(name: string, schema: DocumentSchema): DocumentSchema {
    this.schemas[name] ??= { description: schemaDescription(name), ...schema };
    return referenceTo(name);
  }

  /** `components.schemas` */
  all(): Readonly<Record<string, DocumentSchema>> {
    return this.schemas;
  }

  /** Of each form of the documents, one example for both formats: the JSON document, and its text in XML. */
  examplesOf(document: DescribableDocument, form: NamedForm): object {
    const example = exampleOf(document, form);
    if (example === null) return {};
    const { value, xml } = example;
    const name = this.nameOf(document, plainForm(document, form));
    const component = this.keptExample(name, { value, ...(xml && { 'x-xml': xml }) });
    return { [name]: { $ref: `#/components/examples/${component}` } };
  }

  /** `components.examples` */
  allExamples(): Readonly<Record<string, object>> {
    return this.examples;
  }

  /** The name under which an example is kept: the first one that shows the same. */
  private keptExample(name: string, example: object): string {
    const shown = JSON.stringify(example);
    const kept = this.exampleNames.get(shown) ?? name;
    this.exampleNames.set(shown, kept);
    this.examples[kept] = example;
    return kept;
  }

  private named(document: Named, form: NamedForm, schema: DocumentSchema): DocumentSchema {
    const name = this.nameOf(document, form);
    const described = withDescriptions(name, schema);
    const tag = form === 'shown' && document.kind === 'doc' ? tagOf(document) : null;
    this.keep(name, tag === null ? described : this.union(name, described, tag));
    return referenceTo(name);
  }

  private keep(name: string, schema: DocumentSchema): void {
    const known = (this.schemas[name] ??= schema);
    if (JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`There are two documents ${name}`);
    }
  }

  /** One schema for each value of the member that tells them apart. */
  private union(name: string, schema: DocumentSchema, { member, words }: Tag): DocumentSchema {
    const { description, ...others } = schema;
    const { xml } = schema;
    const { [member]: tag, ...members } = schema.properties!;
    const properties = this.longOnesApart(name, members);
    const kinds = words.map((word) => {
      const kind = `${pascal(word)}${name}`;
      const about = { type: 'string', const: word, description: tag!.description! };
      this.keep(kind, {
        ...{ description: `\`${word}\``, ...others },
        properties: { [member]: about, ...properties },
      });
      return [word, referenceTo(kind)] as const;
    });
    const mapping = Object.fromEntries(kinds.map(([word, { $ref }]) => [word, $ref]));
    return {
      description: description!,
      oneOf: kinds.map(([, reference]) => reference),
      discriminator: { propertyName: member, mapping },
      ...(xml ? { xml } : {}),
    };
  }

  /** Members that are described at length, each once. */
  private longOnesApart(name: string, members: Readonly<Record<string, DocumentSchema>>) {
    const parts = Object.entries(members).map(([member, schema]) => {
      if (JSON.stringify(schema).length < LONG) return [member, schema] as const;
      const own = `${name}${pascal(member)}`;
      this.keep(own, schema);
      return [member, referenceTo(own)] as const;
    });
    return Object.fromEntries(parts);
  }

  private nameOf(document: Named, form: NamedForm): string {
    const name = NAMES.get(document) ?? document.root.replace(/^./, (first) => first.toUpperCase());
    const isSent = form === 'POST' || form === 'PUT';
    return isSent && !this.isShown(document) ? name : name + ENDINGS[form];
  }

  private isShown(document: Named): boolean {
    if (this.shown.has(document)) return true;
    return [...this.shown].some((one) => one.kind === 'list-doc' && one.item === document);
  }
}

interface Tag {
  readonly member: string;
  readonly words: readonly string[];
}

function tagOf({ fields }: Extract<Named, { kind: 'doc' }>): Tag | null {
  const tag = bind(fields).find(({ field }) => field.kind === 'scalar' && field.values.isTag);
  if (tag === undefined || tag.field.kind !== 'scalar') return null;
  return { member: tag.wire, words: tag.field.values.enum ?? [] };
}

/** A document that PUT sends as POST does has one form for both. */
function plainForm(document: Named, form: NamedForm): NamedForm {
  if (form !== 'PUT') return form;
  const [created, changed] = (['POST', 'PUT'] as const).map((method) =>
    JSON.stringify(describe(document as DescribableDocument, method)),
  );
  return created === changed ? 'POST' : 'PUT';
}

const referenceTo = (name: string): DocumentSchema => ({ $ref: `#/components/schemas/${name}` });

const pascal = (word: string): string =>
  word.replaceAll(/(?:^|[._])(\w)/g, (_all, first: string) => first.toUpperCase());

/** What it says of a member already stands behind what the member means. */
function withDescriptions(name: string, schema: DocumentSchema): DocumentSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([member, described]) => {
    const texts = [descriptionOf(name, member), described.description];
    const description = texts.filter((text) => text !== undefined).join('. ');
    return [member, description === '' ? described : { ...described, description }] as const;
  });
  return {
    description: schemaDescription(name),
    ...schema,
    properties: Object.fromEntries(properties),
  };
}
