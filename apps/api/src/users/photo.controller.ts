import { readPhoto } from '@chat-admin/codecs/users/photo';
import { VcardManagement } from '@chat-admin/domain/users/vcard-management';
import { Controller, Get, Param } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Refuses, Replies, Tagged } from '../http/endpoint.js';
import { picture } from '../http/replies.js';

/** Contract: extensions E12, X-6 */
@Controller(`${API_ROOT}/users/:username/photo`)
@About('rosters')
@Refuses('photo-not-found', 'user-not-found', 'user-not-local')
export class PhotoController {
  constructor(private readonly vcards: VcardManagement) {}

  @Get()
  @Operation('getPhoto', 'Reads the picture in the vCard of a user')
  @Tagged()
  @Replies(picture)
  find(@Param('username') username: string) {
    return this.vcards.photo(username, readPhoto);
  }
}
