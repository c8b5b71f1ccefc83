import { errorText, forms, TestApi, XML } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
afterAll(() => api.stop());

describe.each(forms)('clustering without Redis, as %s', (form) => {
  it('is disabled', async () => {
    expect((await api.call('GET', '/clustering/status', form)).text).toBe(
      form === 'xml'
        ? `${XML}<clustering><status>Disabled</status></clustering>`
        : '{"status":"Disabled"}',
    );
  });

  it('has no nodes', async () => {
    expect((await api.call('GET', '/clustering/nodes', form)).text).toBe(
      form === 'xml' ? `${XML}<clusterNodes/>` : '{"clusterNodes":[]}',
    );
    const reply = await api.call('GET', '/clustering/nodes/node-1', form);
    expect(reply.status).toBe(404);
    expect(reply.text).toBe(
      errorText(
        form,
        'ClusterNodeNotFoundException',
        'Could not find a cluster node with this NodeID.',
        'node-1',
      ),
    );
  });
});
