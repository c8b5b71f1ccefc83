// Makes users of documents in a class, as a service of an application does. Runs outside the workspace, as CommonJS.
import { userDoc } from '@chat-admin/codecs/users/user.doc';
import { readBody } from '@chat-admin/codecs/wire/read-body';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { createUseCases } from '@chat-admin/domain/use-cases';

export class UserReader {
  private readonly users = createUseCases(inMemoryPorts('example.org'), {
    ...{ securityPropertiesOpen: false, auditWriteOnly: false },
  }).users;

  /** @returns the name under which the user is stored */
  async create(xml: string): Promise<string> {
    const user = await readBody(userDoc, 'xml', new TextEncoder().encode(xml));
    await this.users.create({ username: user?.username, password: 'p1-secret' });
    return (await this.users.get('ola')).username;
  }
}
