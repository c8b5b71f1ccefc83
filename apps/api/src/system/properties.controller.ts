import { choosable, Chosen, isUsual } from '../http/chosen-documents.js';
import type { ChosenDocument } from '../http/chosen-documents.js';
import { propertiesDoc, propertyDoc } from '@chat-admin/codecs/system/property.doc';
import type { Principal } from '@chat-admin/domain/access/principal';
import { PropertyManagement } from '@chat-admin/domain/system/property-management';
import type { ShownProperty, PropertyDraft } from '@chat-admin/domain/system/property-management';
import { isKnown } from '@chat-admin/domain/system/property-rules';
import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { changesProperties } from '../access/also-needed.js';
import type { PathNames } from '../access/also-needed.js';
import { Caller } from '../access/caller.js';
import { API_ROOT } from '../http/api-root.js';
import { body, recognized } from '../http/bodies.js';
import { Delete, Post, Put } from '../http/changing-routes.js';
import {
  Chooses,
  About,
  Accepts,
  AlsoIgnores,
  AlsoNeeds,
  Audited,
  SetsAdministrators,
  Lists,
  Operation,
  Queries,
  Refuses,
  Replies,
  Tagged,
  Changes,
} from '../http/endpoint.js';
import { aList } from '../http/guarded.js';
import { theProperty } from './guarded-property.js';
import { readQuery } from '../http/queries.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { listed, Listing, ListRequest, ofLength } from '../http/lists.js';
import { document } from '../http/replies.js';
import { PropertyDeletionQuery } from './property-deletion.query.js';
import { propertyList } from './property-list.js';

const sentKey = (sent: PropertyDraft | null) => sent?.key ?? null;

/** The key of a property that nothing here reads. */
function unreadKey(sent: PropertyDraft | null, { key: path }: PathNames): string | null {
  const key = sentKey(sent) ?? path ?? null;
  return key === null || isKnown(key) ? null : key;
}

/** What has to be looked up. */
const CHANGE = ['changed', 'changedBy'];

const propertyFields = propertyList.fields!;

/** Contract: core 7.1 */
@Controller(`${API_ROOT}/system/properties`)
@About('properties')
export class PropertiesController {
  constructor(private readonly properties: PropertyManagement) {}

  @Get()
  @Operation('listProperties', 'Lists system properties')
  @Lists(propertyList)
  @Replies(listed(propertiesDoc, propertyList))
  async list(@Listing() asked: ListRequest<(typeof propertyList)['filters']>) {
    if (asked.isPlain) return ofLength(await this.properties.list());
    const showsChanges = CHANGE.some((field) => asked.asksFor(field));
    return asked.answer(await this.properties.select(asked.filters.prefix, showsChanges));
  }

  @Get(':key')
  @Operation('getProperty', 'Reads a system property')
  @Refuses('property-not-found')
  @Tagged(isUsual)
  @Chooses(propertyFields)
  @Replies(choosable(document(propertyDoc), propertyFields))
  async find(
    @Param('key') key: string,
    @Chosen() fields: readonly string[] | null,
  ): Promise<ChosenDocument<ShownProperty>> {
    const showsChange = CHANGE.some((field) => fields?.includes(field));
    return { fields, document: await this.properties.describe(key, showsChange) };
  }

  @Post()
  @Operation('setProperty', 'Sets a system property')
  @Refuses(
    'invalid-property-name',
    'property-incomplete',
    'property-protected',
    'too-many-properties',
  )
  @Accepts(recognized(body(propertyDoc)))
  @AlsoIgnores(unreadKey)
  @AlsoNeeds(changesProperties({ body: sentKey }))
  @Changes(aList)
  @SetsAdministrators()
  @Audited('property', sentKey)
  put(@Body() property: PropertyDraft | null) {
    return this.properties.put(property);
  }

  @Put(':key')
  @Operation('updateProperty', 'Changes a system property')
  @Refuses(
    'invalid-property-name',
    'property-incomplete',
    'property-name-mismatch',
    'property-protected',
    'property-to-update-not-found',
    'too-many-properties',
  )
  @Accepts(recognized(body(propertyDoc)))
  @AlsoIgnores(unreadKey)
  @AlsoNeeds(changesProperties({ path: 'key', body: sentKey }))
  @Changes(
    theProperty,
    (own: PropertiesController, sent: PropertyDraft | null, key: string) =>
      own.properties.create(key, sent),
    'always',
  )
  @SetsAdministrators()
  @Audited('property')
  update(@Body() property: PropertyDraft | null, @Param('key') key: string) {
    return this.properties.update(key, property);
  }

  @Delete(':key')
  @Operation('deleteProperty', 'Deletes a system property and those below it')
  @Refuses('property-has-unrelated-children', 'property-not-found', 'property-protected')
  @Queries('exact')
  @AlsoNeeds(changesProperties({ path: 'key' }))
  @Changes(theProperty)
  @SetsAdministrators()
  @Audited('property')
  remove(@Param('key') key: string, @Query() query: RawQuery, @Caller() { scopes }: Principal) {
    return this.properties.remove(key, readQuery(PropertyDeletionQuery, query).exact, scopes);
  }
}
