import { expect } from 'chai';
import { parseNodes, parsePods, parseSecret } from './kubectl-output.js';

describe('the output of kubectl', () => {
  it('says of a pod what it is, where it is and whether it serves', () => {
    const items = [
      {
        metadata: { name: 'p-gateway-1', labels: { 'app.kubernetes.io/component': 'gateway' } },
        spec: { nodeName: 'worker', containers: [{ image: 'prospecting:test' }] },
        status: { phase: 'Running', podIP: '10.1.2.3', conditions: [{ type: 'Ready', status: 'True' }] },
      },
      {
        metadata: { name: 'p-admin-1', deletionTimestamp: '2026-01-01T00:00:00Z' },
        spec: { containers: [{ image: 'prospecting:next' }] },
        status: {
          phase: 'Pending',
          conditions: [{ type: 'Ready', status: 'False' }],
          containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }, { state: {} }],
        },
      },
    ];
    expect(parsePods(JSON.stringify({ items }))).to.deep.equal([
      {
        name: 'p-gateway-1',
        component: 'gateway',
        node: 'worker',
        ip: '10.1.2.3',
        phase: 'Running',
        isReady: true,
        isLeaving: false,
        image: 'prospecting:test',
        waiting: [],
      },
      {
        name: 'p-admin-1',
        component: '',
        node: '',
        ip: '',
        phase: 'Pending',
        isReady: false,
        isLeaving: true,
        image: 'prospecting:next',
        waiting: ['ContainerCreating'],
      },
    ]);
  });

  it('tells the control plane from workers, and knows the address of each', () => {
    const node = (name: string, labels: object) => ({
      metadata: { name, labels },
      status: {
        addresses: [
          { type: 'Hostname', address: name },
          { type: 'InternalIP', address: `10.0.0.${name}` },
        ],
      },
    });
    const items = [node('1', { 'node-role.kubernetes.io/control-plane': '' }), node('2', {})];
    expect(parseNodes(JSON.stringify({ items }))).to.deep.equal([
      { name: '1', isControlPlane: true, address: '10.0.0.1' },
      { name: '2', isControlPlane: false, address: '10.0.0.2' },
    ]);
  });

  it('decodes a Secret', () => {
    const data = { url: Buffer.from('redis://ä').toString('base64') };
    expect(parseSecret(JSON.stringify({ data }))).to.deep.equal({ url: 'redis://ä' });
    expect(parseSecret('{}')).to.deep.equal({});
  });
});
