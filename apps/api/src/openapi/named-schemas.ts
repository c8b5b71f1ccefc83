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
import { healthDoc } from '@chat-admin/codecs/system/health.doc';
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
import { descriptionOf } from './field-descriptions.js';
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
  [issuedKeyDoc, 'IssuedKey'],
  [groupsDoc.item, 'GroupSummary'],
  [occupantDraftDoc, 'OccupantDraft'],
  [personalMessageDoc, 'PersonalMessage'],
  [messagesDoc.item, 'RoomMessage'],
  [healthDoc.item, 'HealthPart'],
  [overviewDoc.item, 'OverviewPart'],
  [sessionsHistoryDoc.item, 'SessionsSample'],
]);

/** Documents once in each form, named after their root element. */
export class NamedSchemas {
  private readonly schemas: Record<string, DocumentSchema> = {};
  private readonly examples: Record<string, object> = {};

  constructor(
    private readonly extra: ExtraFields,
    /** a document that is only sent needs no other name for that */
    private readonly shown: ReadonlySet<Named>,
  ) {}

  /** @throws if two documents with the same name differ */
  referenceTo(document: DescribableDocument, form: DocumentForm): DocumentSchema {
    const schema = describe(document, form, this.extra, (item, inline) =>
      this.named(item, form, inline),
    );
    return this.named(document, form, schema);
  }

  /** `components.schemas` */
  all(): Readonly<Record<string, DocumentSchema>> {
    return this.schemas;
  }

  /** Of each form of the documents, one example in each format; in `value` the JSON document, since XML is made of it. */
  examplesOf(document: DescribableDocument, form: DocumentForm, format: 'json' | 'xml'): object {
    const example = exampleOf(document, form);
    if (example === null) return {};
    const { value, xml } = example;
    const name = `${this.nameOf(document, form)}${format === 'xml' ? 'AsXml' : ''}`;
    this.examples[name] = format === 'xml' ? { value, 'x-xml': xml } : { value };
    return { [name]: { $ref: `#/components/examples/${name}` } };
  }

  /** `components.examples` */
  allExamples(): Readonly<Record<string, object>> {
    return this.examples;
  }

  private named(document: Named, form: DocumentForm, schema: DocumentSchema): DocumentSchema {
    const name = this.nameOf(document, form);
    const described = withDescriptions(name, schema);
    const known = (this.schemas[name] ??= described);
    if (JSON.stringify(known) !== JSON.stringify(described)) {
      throw new Error(`There are two documents ${name}`);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  private nameOf(document: Named, form: DocumentForm): string {
    const name = NAMES.get(document) ?? document.root.replace(/^./, (first) => first.toUpperCase());
    if (form === 'shown') return name;
    if (form === 'patch') return `${name}Patch`;
    return this.isShown(document) ? `${name}Body` : name;
  }

  private isShown(document: Named): boolean {
    if (this.shown.has(document)) return true;
    return [...this.shown].some((one) => one.kind === 'list-doc' && one.item === document);
  }
}

/** What it says of a member already stands behind what the member means. */
function withDescriptions(name: string, schema: DocumentSchema): DocumentSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([member, described]) => {
    const texts = [descriptionOf(name, member), described.description];
    const description = texts.filter((text) => text !== undefined).join('. ');
    return [member, description === '' ? described : { ...described, description }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
