import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { call, createTestDirectory, type TestDirectory } from '#testing/test-directory.js';

describe('GetContacts', () => {
  let directory: TestDirectory;
  before(async () => {
    directory = await createTestDirectory();
  });
  after(() => directory.drop());

  it('answers the ids in request order: repeated ids repeatedly, unknown ids without a contact', async () => {
    const [full, bare] = [randomUUID(), randomUUID()];
    const [organizationId] = await directory.seed({
      name: 'Kontakt AB',
      contacts: [
        {
          id: full,
          name: 'Åsa Öberg',
          jobTitle: 'VD',
          isExecutive: true,
          isDecisionMaker: true,
          linkedInSlug: 'åsa-öberg',
        },
        { id: bare, name: 'Nils Ek' },
      ],
    });
    const contact = { organizationId, organizationName: 'Kontakt AB' };
    const { contacts } = await directory.service.getContacts({ contactIds: [bare, randomUUID(), full, bare] }, call);
    expect(contacts).to.deep.equal([
      { contact: { ...contact, id: bare, name: 'Nils Ek', isExecutive: false, isDecisionMaker: false } },
      {},
      {
        contact: {
          ...contact,
          id: full,
          name: 'Åsa Öberg',
          jobTitle: 'VD',
          isExecutive: true,
          isDecisionMaker: true,
          linkedInUrl: 'https://www.linkedin.com/in/%C3%A5sa-%C3%B6berg',
        },
      },
      { contact: { ...contact, id: bare, name: 'Nils Ek', isExecutive: false, isDecisionMaker: false } },
    ]);
  });
});
