import { expect } from 'chai';
import { bytesOfRequest } from './request-frame.js';

describe('bytesOfRequest', () => {
  it('is the head and the body that it announces, also when not all of it has arrived', () => {
    const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n';
    expect(bytesOfRequest(Buffer.from(`${head}01234`))).to.equal(head.length + 10);
  });

  it('is the head of a request without a body', () => {
    const head = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
    expect(bytesOfRequest(Buffer.from(head))).to.equal(head.length);
  });
});
