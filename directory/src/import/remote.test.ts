import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { openInput } from './input.js';
import { openRemote } from './remote.js';

const FILE = Buffer.from(Array.from({ length: 40_000 }, (_, index) => `{"line":${index}}\n`).join(''));
const SIGNATURE = 'X-Amz-Signature=0123456789abcdef';
const IMPATIENT = { silenceMs: 150, firstPauseMs: 1 };

type Answer = (request: IncomingMessage, response: ServerResponse, call: number) => void;

describe('a file behind a URL', () => {
  let server: Server;
  let answer: Answer;
  /** The `range` header of each call. */
  let ranges: (string | undefined)[];

  beforeEach(async () => {
    ranges = [];
    server = createServer((request, response) => {
      ranges.push(request.headers.range);
      answer(request, response, ranges.length);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const url = (path = '/bucket/contacts.jsonl'): string =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}?${SIGNATURE}`;

  async function read(address = url()): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of openRemote(address, IMPATIENT).bytes) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async function failureOf(address?: string): Promise<string> {
    try {
      await read(address);
    } catch (error) {
      const { message, stack } = error as Error;
      expect(`${message} ${stack}`).to.not.contain('0123456789abcdef').and.not.contain('Signature');
      return message;
    }
    return 'it did not fail';
  }

  /** Sends the bytes from `start`, and cuts the connection before `end`. */
  const sendPart = (response: ServerResponse, start: number, end: number): void => {
    response.setHeader('content-length', FILE.length - start);
    response.write(FILE.subarray(start, end), () => setImmediate(() => response.destroy()));
  };

  /** A server that honours Range and breaks the connection after each 100,000 bytes. */
  const resumable: Answer = ({ headers }, response) => {
    response.setHeader('etag', '"one"');
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (start > 0) {
      expect(headers['if-range']).to.equal('"one"');
      response.statusCode = 206;
      response.setHeader('content-range', `bytes ${start}-${FILE.length - 1}/${FILE.length}`);
    }
    const isLast = FILE.length - start <= 100_000;
    if (isLast) response.end(FILE.subarray(start));
    else sendPart(response, start, start + 100_000);
  };

  it('is read whole, as it is stored', async () => {
    answer = ({ headers }, response) => {
      expect(headers['accept-encoding']).to.equal('identity');
      response.end(FILE);
    };
    expect((await read()).equals(FILE)).to.equal(true);
  });

  it('is read on by Range after each broken connection', async () => {
    answer = resumable;
    expect((await read()).equals(FILE)).to.equal(true);
    expect(ranges.length).to.be.greaterThan(5);
    expect(ranges.slice(1).every((range) => range?.startsWith('bytes=') === true)).to.equal(true);
  });

  it('is read again from its beginning where the server knows no Range, and gives each byte once', async () => {
    answer = (_, response, call) => (call < 4 ? sendPart(response, 0, call * 100_000) : void response.end(FILE));
    expect((await read()).equals(FILE)).to.equal(true);
    expect(ranges).to.deep.equal([undefined, undefined, undefined, undefined]);
  });

  it('fails when it has changed in the meantime, whether an ETag tells it or only its content', async () => {
    answer = (request, response, call) => {
      if (call === 1) return resumable(request, response, call);
      response.setHeader('etag', '"two"');
      response.end(FILE);
    };
    expect(await failureOf()).to.contain('the file changed while it was read');
    ranges = [];
    answer = (_, response, call) =>
      call === 1 ? sendPart(response, 0, 100_000) : void response.end(FILE.map((byte) => byte ^ 1));
    expect(await failureOf()).to.contain('the file changed while it was read');
  });

  it('is asked for again after errors, silence before the answer and silence within it', async () => {
    answer = (request, response, call) => {
      if (call === 1) return void response.writeHead(503).end();
      if (call === 2) return undefined;
      if (call === 3)
        return void response
          .setHeader('etag', '"one"')
          .setHeader('content-length', FILE.length)
          .write(FILE.subarray(0, 10));
      return resumable(request, response, call);
    };
    expect((await read()).equals(FILE)).to.equal(true);
  });

  it('may be read slowly: only the silence of the server counts', async () => {
    answer = (_, response) => void response.end(FILE);
    let bytes = 0;
    for await (const chunk of openRemote(url(), IMPATIENT).bytes) {
      // Longer than the server may be silent, in the middle of the file.
      if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 2 * IMPATIENT.silenceMs));
      bytes += chunk.length;
    }
    expect([bytes, ranges.length]).to.deep.equal([FILE.length, 1]);
  });

  for (const [what, behave, sentence, calls] of [
    ['errors', (_, response) => void response.writeHead(500).end(), 'status 500, 6 times in a row', 6],
    ['silence', () => {}, 'the server was silent for 0.15 s, 6 times in a row', 6],
    ['broken connections', (_, response) => void response.destroy(), '6 times in a row', 6],
    ['a signature that has expired', (_, response) => void response.writeHead(403).end(SIGNATURE), 'status 403', 1],
    [
      'redirects without end',
      (_, response) => void response.writeHead(307, { location: url() }).end(),
      'more than 5',
      6,
    ],
    [
      'a redirect to plain HTTP',
      (_, response) => void response.writeHead(307, { location: `http://files.example/?${SIGNATURE}` }).end(),
      'https://',
      1,
    ],
  ] satisfies [string, Answer, string, number][])
    it(`fails after ${what}, and names the URL without its query`, async () => {
      answer = behave;
      const message = await failureOf();
      expect(message).to.contain('/bucket/contacts.jsonl: ').and.to.contain(sentence);
      expect(ranges).to.have.length(calls);
    });

  for (const address of ['http://files.example/a', 'ftp://files.example/a', 'https://', 'http://127.0.0.1.example/a'])
    it(`is refused before any connection: ${address}`, () => {
      expect(() => openRemote(`${address}?${SIGNATURE}`))
        .to.throw('must begin with https://')
        .with.property('message')
        .that.does.not.contain('Signature');
    });

  it('is unpacked when it is a .gz file, whatever its headers say, and tells its size', async () => {
    const packed = gzipSync(FILE);
    answer = (_, response) =>
      void response.setHeader('content-encoding', 'gzip').setHeader('content-length', packed.length).end(packed);
    const input = await openInput(url('/bucket/contacts.jsonl.gz'));
    const chunks: Buffer[] = [];
    for await (const chunk of input.bytes) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(FILE)).to.equal(true);
    expect([input.bytesRead(), input.bytesTotal()]).to.deep.equal([packed.length, packed.length]);
  });
});
