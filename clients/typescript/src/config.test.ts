import { expect } from 'chai';
import { ConfigurationError, Prospecting, type ClientOptions } from './index.js';

const VALID = { apiKey: 'pd_live_key', baseUrl: 'https://api.example.com/external/v1' };

function failureOf(options: ClientOptions): Error {
  try {
    new Prospecting(options);
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigurationError);
    return error as Error;
  }
  throw new Error('the options were accepted');
}

/** Returns the request that a client with these options sends. */
async function requestOf(options: ClientOptions): Promise<{ url: string; headers: Headers }> {
  const sent: { url: string; headers: Headers }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push({ url: url as string, headers: new Headers(init?.headers) });
    return new Response('{}');
  };
  await new Prospecting({ ...options, fetch }).getCredits();
  return sent[0]!;
}

describe('the configuration of the client', () => {
  const { PROSPECTING_API_KEY: key, PROSPECTING_BASE_URL: url } = process.env;
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  beforeEach(() => {
    set('PROSPECTING_API_KEY', undefined);
    set('PROSPECTING_BASE_URL', undefined);
  });
  afterEach(() => {
    set('PROSPECTING_API_KEY', key);
    set('PROSPECTING_BASE_URL', url);
    delete (globalThis as { window?: unknown }).window;
  });

  it('comes from the environment where the options do not give it', async () => {
    set('PROSPECTING_API_KEY', 'from-the-environment');
    set('PROSPECTING_BASE_URL', 'https://api.example.com/external/v1');
    const request = await requestOf({});
    expect(request.url).to.equal('https://api.example.com/external/v1/credits');
    expect(request.headers.get('authorization')).to.equal('Bearer from-the-environment');
    expect((await requestOf(VALID)).headers.get('authorization')).to.equal('Bearer pd_live_key');
  });

  it('names the variable and the option that are missing', () => {
    for (const apiKey of [undefined, '']) {
      expect(failureOf({ ...VALID, apiKey }).message).to.match(/PROSPECTING_API_KEY.*apiKey/);
    }
    for (const baseUrl of [undefined, '']) {
      expect(failureOf({ ...VALID, baseUrl }).message).to.match(/PROSPECTING_BASE_URL.*baseUrl/);
    }
  });

  it('is refused in a browser, where everyone could read the key', () => {
    (globalThis as { window?: unknown }).window = globalThis;
    expect(failureOf(VALID).message).to.include('browser');
  });

  it('accepts https anywhere, and http where no request leaves the own network', async () => {
    for (const baseUrl of [
      'https://api.example.com/external/v1/',
      'http://localhost:8080/external/v1',
      'http://app.localhost',
      'http://127.0.0.1:8080/external/v1',
      'http://127.8.9.10',
      'http://[::1]:8080',
      'http://[fd12:3456::1]',
      'http://10.1.2.3',
      'http://172.16.0.1',
      'http://172.31.255.255',
      'http://192.168.1.1',
      'http://gateway:8080/external/v1',
      'http://gateway.prospecting.svc.cluster.local',
      'http://api.corp.internal',
    ]) {
      const { url: sent } = await requestOf({ ...VALID, baseUrl });
      expect(sent).to.equal(`${baseUrl.replace(/\/$/, '')}/credits`);
    }
  });

  it('refuses http to hosts on the internet, and addresses that are none', () => {
    for (const baseUrl of [
      'http://api.example.com/external/v1',
      'http://172.32.0.1',
      'http://11.0.0.1',
      'http://8.8.8.8',
      'http://134744072',
      'http://127.0.0.1.example.com',
      'http://localhost.example.com',
      'http://10.example.com',
      'http://[2001:db8::1]',
      'http://[::ffff:808:808]',
      'ftp://localhost',
      'localhost:8080',
      'https://user:password@api.example.com',
      'https://api.example.com/?a=b',
      'https://api.example.com/#a',
      'nonsense',
    ]) {
      expect(failureOf({ ...VALID, baseUrl }).message, baseUrl).to.include('base address');
    }
  });

  it('refuses a time, a count and an Idempotency-Key out of bounds', async () => {
    for (const timeoutMs of [0, -1, Number.NaN, Infinity, 2 ** 31]) failureOf({ ...VALID, timeoutMs });
    for (const maxRetries of [-1, 0.5, Number.NaN, Infinity]) failureOf({ ...VALID, maxRetries });
    const prospecting = new Prospecting({ ...VALID, fetch: () => Promise.reject(new Error('nothing may be sent')) });
    for (const options of [
      { idempotencyKey: '' },
      { idempotencyKey: 'a'.repeat(256) },
      { idempotencyKey: 'å' },
      { idempotencyKey: 'a\nb' },
      { timeoutMs: 0 },
    ]) {
      const failure: unknown = await prospecting.getCredits(options).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(ConfigurationError);
    }
  });
});
