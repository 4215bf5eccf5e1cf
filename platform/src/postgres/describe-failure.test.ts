import { expect } from 'chai';
import { describeFailure } from './index.js';

const URL_OF = 'postgres://prospect_search:hemligt@db.internal:6432/app?options=-cx%3Dhemligt';

function failure(message: string, members: object): Error {
  return Object.assign(new Error(message), members);
}

describe('the description of a database that does not answer', () => {
  const cases: Readonly<Record<string, [unknown, string]>> = {
    'a refused connection': [
      failure('connect', { code: 'ECONNREFUSED' }),
      'db.internal:6432 cannot be reached (ECONNREFUSED)',
    ],
    'a host with several addresses': [
      new AggregateError([failure('connect ::1', { code: 'ETIMEDOUT' })]),
      'db.internal:6432 cannot be reached (ETIMEDOUT)',
    ],
    'an unknown name': [
      failure('getaddrinfo', { code: 'ENOTFOUND' }),
      'the name in db.internal:6432 cannot be resolved (ENOTFOUND)',
    ],
    'a wrong password': [
      failure('Lösenordsautentisering', { code: '28P01' }),
      'password authentication failed for role prospect_search on db.internal:6432',
    ],
    'an absent database': [failure('x', { code: '3D000' }), 'database app does not exist on db.internal:6432'],
    'a missing right': [
      failure('permission denied', { code: '42501' }),
      'role prospect_search lacks a right on db.internal:6432: permission denied',
    ],
    'a full disk': [failure('x', { code: '53100' }), 'the disk of db.internal:6432 is full'],
    'too many connections': [
      failure('sorry', { code: '53300' }),
      'db.internal:6432 has no free connection for role prospect_search: sorry',
    ],
    'a server that starts': [
      failure('the database system is starting up', { code: '57P03' }),
      'db.internal:6432 is starting, stopping or recovering: the database system is starting up',
    ],
    'an unexpected SQLSTATE': [failure('odd', { code: 'XX000' }), 'db.internal:6432: odd (SQLSTATE XX000)'],
    'an expired certificate': [
      failure('certificate has expired', { code: 'CERT_HAS_EXPIRED' }),
      'no TLS connection to db.internal:6432: certificate has expired (CERT_HAS_EXPIRED)',
    ],
    'a CA file that is missing': [
      failure('ENOENT', { code: 'ENOENT', syscall: 'open', path: '/etc/ca.crt' }),
      'no TLS connection to db.internal:6432: /etc/ca.crt cannot be read',
    ],
    'an error of the driver': [
      failure('timeout exceeded when trying to connect', {}),
      'db.internal:6432 does not answer: timeout exceeded when trying to connect',
    ],
    'what is no error': ['hemligt', 'db.internal:6432: unknown error'],
  };
  for (const [what, [error, expected]] of Object.entries(cases))
    it(`says it of ${what}`, () => {
      expect(describeFailure(error, URL_OF)).to.equal(expected).and.not.include('hemligt');
    });

  it('names the folder of a socket, and the port that a URL leaves out', () => {
    const refused = failure('x', { code: 'ECONNREFUSED' });
    expect(describeFailure(refused, 'postgres:///app?host=/run/postgresql')).to.match(/^\/run\/postgresql:5432 /);
    expect(describeFailure(refused, 'postgres://%2Frun%2Fpostgresql/app')).to.match(/^\/run\/postgresql:5432 /);
  });
});
