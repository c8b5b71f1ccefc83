import { readVcard } from '@chat-admin/codecs/users/vcard.doc';
import { VcardManagement } from '@chat-admin/domain/users/vcard-management';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { rawXml } from '../http/bodies.js';
import { Delete, Post, Put } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  Operation,
  Refuses,
  Replies,
  Succeeds,
  Tagged,
  Changes,
} from '../http/endpoint.js';
import { theVcard } from './guarded-users.js';
import { storedXml } from '../http/replies.js';

/** Contract: core 5.2 */
@Controller(`${API_ROOT}/users/:username/vcard`)
@About('rosters')
@Refuses('user-not-found', 'user-not-local')
export class VcardController {
  constructor(private readonly vcards: VcardManagement) {}

  @Get()
  @Operation('getVcard', 'Reads the vCard of a user')
  @Tagged()
  @Replies(storedXml)
  find(@Param('username') username: string) {
    return this.vcards.get(username);
  }

  @Put()
  @Operation('replaceVcard', 'Replaces the vCard of a user')
  @Refuses('invalid-vcard')
  @Accepts(rawXml)
  @Changes(theVcard, 'handler')
  @Audited('vcard')
  replace(@Body() bytes: Uint8Array, @Param('username') username: string) {
    return this.vcards.put(username, (user) => readVcard(bytes, user));
  }

  @Post()
  @Operation('createVcard', 'Stores a vCard for a user who has none')
  @Refuses('invalid-vcard')
  @Succeeds(200)
  @Accepts(rawXml)
  @Changes(theVcard)
  @Audited('vcard')
  add(@Body() bytes: Uint8Array, @Param('username') username: string) {
    return this.replace(bytes, username);
  }

  @Delete()
  @Operation('deleteVcard', 'Deletes the vCard of a user')
  @Changes(theVcard)
  @Audited('vcard')
  remove(@Param('username') username: string) {
    return this.vcards.remove(username);
  }
}
