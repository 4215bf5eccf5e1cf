import { MigrationError } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { describeProblem, mayPass } from './problems.js';

const URL = 'postgres://boss:a-secret@db.example:6432/prospect';
const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('what is wrong with a database', () => {
  const sentences: Readonly<Record<string, readonly [code: string, message: string, sentence: RegExp]>> = {
    'a wrong password': [
      '28P01',
      'password authentication failed for user "boss"',
      /^PostgreSQL: password authentication failed for role boss on db\.example:6432\.$/,
    ],
    'a role that the server does not let in': [
      '28000',
      'no pg_hba.conf entry for host "10.0.0.7"',
      /^PostgreSQL: db\.example:6432 refuses role boss: no pg_hba/,
    ],
    'a database that is absent': [
      '3D000',
      'database "prospect" does not exist',
      /database prospect does not exist on db\.example:6432\. Create it: create database "prospect" owner "boss"\.$/,
    ],
    'a right that is missing': [
      '42501',
      'permission denied for database prospect',
      /role boss lacks a right on db\.example:6432: permission denied for database prospect\. Run .*`prospect database roles`/,
    ],
    'a full disk': [
      '53100',
      'could not extend file "base/5/16384": No space left on device',
      /^PostgreSQL: the disk of db\.example:6432 is full\. Make room, then run this again\.$/,
    ],
    'a server that starts': [
      '57P03',
      'the database system is starting up',
      /is starting, stopping or recovering: .* starting up\.$/,
    ],
    'a replica': ['25006', 'cannot execute CREATE SCHEMA in a read-only transaction', /must be the primary/],
    'a server that is not there': [
      'ECONNREFUSED',
      'connect ECONNREFUSED 10.0.0.7:6432',
      /:6432 cannot be reached \(ECONNREFUSED\)\.$/,
    ],
    'a name that is unknown': [
      'ENOTFOUND',
      'getaddrinfo ENOTFOUND db.example',
      /the name in .* cannot be resolved \(ENOTFOUND\)\.$/,
    ],
    'a certificate of nobody known': [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'self-signed certificate',
      /no TLS connection to db\.example:6432: self-signed certificate/,
    ],
  };
  for (const [title, [code, message, sentence]] of Object.entries(sentences))
    it(`says where and what for ${title}, without the password`, () => {
      const problem = describeProblem(failure(code, message), URL);
      expect(problem.message).to.match(sentence).and.not.include('a-secret').and.not.include('\n');
    });

  it('says where and what of an error that is none of the connection', () => {
    expect(describeProblem(new TypeError('a bug'), URL).message).to.equal(
      'PostgreSQL at db.example:6432, database prospect: a bug.',
    );
  });

  it('names the migration that a full disk stopped', () => {
    const cause = failure('53100', 'could not extend file');
    expect(describeProblem(new MigrationError('credits', '0007_more', cause), URL).message).to.match(
      /^The migration 0007_more of the schema credits failed: .* PostgreSQL: the disk of db\.example:6432 is full/,
    );
  });

  it('waits for what another may mend meanwhile, and for nothing else', () => {
    const passing = ['ECONNREFUSED', 'EAI_AGAIN', '57P03', '53300', '28P01', '28000', '3D000'];
    const lasting = ['42501', '53100', '22012', 'SELF_SIGNED_CERT_IN_CHAIN'];
    for (const code of passing) expect(mayPass(failure(code, '')), code).to.equal(true);
    for (const code of lasting) expect(mayPass(failure(code, '')), code).to.equal(false);
  });
});
