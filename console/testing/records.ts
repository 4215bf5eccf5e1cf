/** Invented records: nobody is called at them. */
export const ORGANIZATION_ID = '0a4f1c1e-7a55-8d3a-9a51-3f6f2f0f1a01';
export const CONTACT_ID = '0a4f1c1e-7a55-8d3a-9a51-3f6f2f0f1a02';

const organization = { id: ORGANIZATION_ID };

export const RECORDS = {
  organizations: [
    {
      ...organization,
      countryCode: 'NO',
      organizationNumber: '812345678',
      name: 'Testfjorden Maskin AS',
      legalForm: 'Aksjeselskap',
      city: 'Bergen',
      foundedYear: 1998,
      domains: ['testfjorden-maskin.example'],
      oneSentenceDescription: 'Makes parts for invented machines.',
      employeesMin: 50,
      employeesMax: 99,
    },
  ],
  contacts: [
    {
      id: CONTACT_ID,
      organization,
      name: 'Astrid Exempel',
      jobTitle: 'Head of Purchasing',
      email: 'astrid.exempel@testfjorden-maskin.example',
      phone: '+4755500001',
    },
    {
      id: '0a4f1c1e-7a55-8d3a-9a51-3f6f2f0f1a03',
      organization,
      name: 'Olav Testesen',
      jobTitle: 'Chief Executive Officer',
      email: 'olav.testesen@testfjorden-maskin.example',
    },
  ],
  switchboards: [{ organization, phone: '+4755500000', email: 'post@testfjorden-maskin.example' }],
} as const;
