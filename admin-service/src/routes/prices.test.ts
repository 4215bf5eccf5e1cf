import { DomainError } from '@prospecting/platform/errors';
import { expect } from 'chai';
import { useTestApp } from '#testing/routes.js';

describe('admin API: prices', () => {
  const { send, upstream } = useTestApp();

  it('lists and sets prices in credits', async () => {
    const price = { group: 'default', subject: 'contact', infoType: 'email', credits: 0.2 };
    expect((await send('GET', '/admin/v1/prices')).body).to.deep.equal([price]);
    const own = { ...price, group: 'nordic', credits: 0.125 };
    expect((await send('PUT', '/admin/v1/prices', own)).body).to.deep.equal(own);
    const sent = { group: 'nordic', subject: 'contact', infoType: 'email', millicredits: 125 };
    expect(upstream.calls).to.deep.equal([
      ['listPrices', {}],
      ['setPrice', sent],
    ]);
  });

  it('passes on the reason for which reveal-service rejects a price', async () => {
    upstream.failure = new DomainError('validation_failed', { members: { errors: { credits: ['must be 0'] } } });
    const price = { group: 'nordic', subject: 'contact', infoType: 'linkedIn', credits: 1 };
    const { status, body } = await send('PUT', '/admin/v1/prices', price);
    expect([status, body.errors]).to.deep.equal([422, { credits: ['must be 0'] }]);
  });
});
