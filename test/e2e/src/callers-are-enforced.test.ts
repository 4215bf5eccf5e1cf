import {
  createClient,
  createServer,
  openTlsIdentity,
  type ServedService,
  type TlsIdentity,
} from '@prospecting/platform/grpc';
import { createLogger } from '@prospecting/platform/telemetry';
import { createTestAuthority, createTlsVolume, type TestAuthority } from '@prospecting/platform/testing';
import * as protos from '@prospecting/protos';
import { CALLERS, type ServiceName } from '@prospecting/protos';
import { expect } from 'chai';
import { describeNeeds } from './support/index.js';

/**
 * What each deployable may call: the table of callers seen from the other side, and written out a
 * second time on purpose. Every pair of a caller and a method that is not listed here must be
 * refused.
 */
const MAY_CALL: Readonly<Record<ServiceName, readonly string[]>> = {
  gateway: [
    'SearchService/MatchOrganizations',
    'SearchService/ListContacts',
    'SearchService/MatchPeople',
    'SearchService/GetContacts',
    'RevealViewer/ViewOrganizations',
    'RevealViewer/ViewContacts',
    'RevealViewer/ViewSwitchboards',
    'RevealViewer/FindContactsByEmail',
    'RevealSpender/Quote',
    'RevealSpender/Reveal',
    'CreditsReader/GetBalances',
  ],
  'admin-service': [
    'RevealAdmin/ListAttempts',
    'RevealAdmin/ListReveals',
    'RevealAdmin/ListOperations',
    'RevealAdmin/SettleReservation',
    'RevealAdmin/ListPrices',
    'RevealAdmin/SetPrice',
    'RevealAdmin/AddOwnedEmails',
    'RevealAdmin/ListOwnedEmails',
    'RevealAdmin/RemoveOwnedEmails',
    'RevealAdmin/ListRevealsByTime',
    'RevealAdmin/SumSpending',
    'RevealAdmin/FindSubjects',
    'RevealAdmin/EraseSubjects',
    'RevealViewer/ViewOrganizations',
    'RevealViewer/ViewContacts',
    'RevealViewer/ViewSwitchboards',
    'SearchService/MatchOrganizations',
    'SearchService/ListContacts',
    'SearchService/GetContacts',
    'CreditsReader/GetBalances',
    'CreditsReader/ListAccounts',
    'CreditsReader/ListEntries',
    'CreditsReader/ListReservations',
    'CreditsLedger/Grant',
    'CreditsLedger/Subscribe',
  ],
  'search-service': [],
  'reveal-service': [
    'CreditsReader/GetBalances',
    'CreditsReader/ListPendingReservations',
    'CreditsLedger/Reserve',
    'CreditsLedger/Capture',
    'CreditsLedger/Release',
  ],
  'credits-service': [],
};

type Definition = ServedService['definition'];
type AnyService = ServedService['service'];

/** A caller whose certificate is valid and names no service. */
const STRANGER = 'stranger';

/** Every service definition that the protos export. */
const definitions = Object.values<object>(protos).filter(isDefinition);
const paths = definitions.flatMap((definition) => Object.values(definition)).map(({ path }) => path);

function isDefinition(value: object): value is Definition {
  return Object.values(value).every((method) => typeof method === 'object' && method !== null && 'path' in method);
}

/** `CreditsReader/GetBalances` from a path with a package. */
const shortNameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const keyOf = (method: string): string => method.charAt(0).toLowerCase() + method.slice(1);

/** A service whose every method answers with an empty message and notes that it was called. */
function noting(definition: Definition, called: string[]): ServedService {
  const service = Object.entries(definition).map(([name, { path }]) => {
    const answer = (): Promise<object> => {
      called.push(path);
      return Promise.resolve({});
    };
    return [keyOf(name), answer] as const;
  });
  return { definition, service: Object.fromEntries(service) };
}

describeNeeds('processes', 'who may call what', () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const called: string[] = [];
  const stops: (() => unknown)[] = [];
  let authority: TestAuthority;
  let target: string;

  function identityOf(name: string): TlsIdentity {
    const volume = createTlsVolume(authority.issue({ dnsNames: [name] }), authority.certificate);
    const identity = openTlsIdentity(volume.files, { logger });
    stops.push(() => {
      identity.close();
      volume.remove();
    });
    return identity;
  }

  /** Calls every method with a certificate of this name; returns the paths that were answered. */
  async function callEverythingAs(caller: string): Promise<string[]> {
    const tls = { identity: identityOf(caller), serverName: 'server' };
    const answered: string[] = [];
    for (const definition of definitions) {
      const client = createClient(definition, { target, channels: 1, tls });
      const service = client.service as unknown as AnyService;
      for (const [name, { path }] of Object.entries(definition)) {
        const outcome = await service[keyOf(name)]?.({}, { deadlineAt: Date.now() + 5_000 }).catch(
          (error: unknown) => error,
        );
        if (!(outcome instanceof Error)) answered.push(path);
        else expect(outcome.message, path).to.contain('PERMISSION_DENIED');
      }
      client.close();
    }
    return answered;
  }

  before(async () => {
    authority = createTestAuthority();
    const services = definitions.map((definition) => noting(definition, called));
    const server = createServer({ services, logger, tls: identityOf('server'), callers: CALLERS });
    target = `127.0.0.1:${await server.listen('127.0.0.1:0')}`;
    stops.push(() => server.drain(1_000));
  });

  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  for (const caller of [...(Object.keys(MAY_CALL) as ServiceName[]), STRANGER] as const) {
    it(`lets ${caller} call its methods, and refuses it every other method`, async () => {
      called.length = 0;
      const answered = await callEverythingAs(caller);
      const allowed = caller === STRANGER ? [] : MAY_CALL[caller];
      expect(answered.map(shortNameOf)).to.have.members([...allowed]);
      expect(called, 'the methods whose implementation ran').to.have.members(answered);
    });
  }

  it('names a caller for every method of every service, and nothing else', () => {
    const named = Object.entries(CALLERS).flatMap(([service, callers]) => {
      const ofService = paths.filter((path) => path.startsWith(`/${service}/`));
      return Array.isArray(callers) ? ofService : Object.keys(callers).map((method) => `/${service}/${method}`);
    });
    expect(named).to.have.members(paths);
    expect(definitions).to.have.length(6);
  });
});
