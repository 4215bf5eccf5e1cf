import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { ConfigError, readConfig } from '../config/index.js';
import { servingFields, toServingConfig, type ServingConfig } from './index.js';

describe('the configuration of a gRPC service', () => {
  let directory: string;
  let tls: { GRPC_TLS_CERT_FILE: string; GRPC_TLS_KEY_FILE: string; GRPC_TLS_CA_FILE: string };

  before(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'prospect-config-'));
    const file = (name: string): string => {
      writeFileSync(path.join(directory, name), '');
      return path.join(directory, name);
    };
    tls = {
      GRPC_TLS_CERT_FILE: file('tls.crt'),
      GRPC_TLS_KEY_FILE: file('tls.key'),
      GRPC_TLS_CA_FILE: file('ca.crt'),
    };
  });
  after(() => rmSync(directory, { recursive: true }));

  const read = (env: Record<string, string>): ServingConfig =>
    toServingConfig(readConfig(servingFields, { GRPC_LISTEN: '127.0.0.1:0', ADMIN_PORT: '0', ...env }));

  function problems(env: Record<string, string>): readonly string[] {
    try {
      read(env);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
    return [];
  }

  for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '[::1]'])
    it(`accepts plaintext on ${host}`, () => {
      expect(read({ GRPC_LISTEN: `${host}:50051` })).to.deep.include({
        grpc: { listen: `${host}:50051` },
        tls: undefined,
      });
    });

  for (const host of ['0.0.0.0', '[::]', '10.0.0.1', '127.evil.example', 'localhost.example', '[::ffff:10.0.0.1]'])
    it(`rejects plaintext on ${host} and names the variables that allow it`, () => {
      const found = problems({ GRPC_LISTEN: `${host}:50051` });
      expect(found).to.have.length(1);
      expect(found[0])
        .to.match(/^GRPC_LISTEN: /)
        .and.include('GRPC_ALLOW_PLAINTEXT=true')
        .and.include('GRPC_TLS_');
    });

  it('accepts plaintext anywhere with GRPC_ALLOW_PLAINTEXT=true', () => {
    expect(read({ GRPC_LISTEN: '0.0.0.0:1', GRPC_ALLOW_PLAINTEXT: 'true' })).to.deep.include({
      grpc: { listen: '0.0.0.0:1' },
    });
    expect(problems({ GRPC_LISTEN: '0.0.0.0:1', GRPC_ALLOW_PLAINTEXT: 'false' })).to.have.length(1);
    expect(problems({ GRPC_LISTEN: '0.0.0.0:1', GRPC_ALLOW_PLAINTEXT: 'yes' })).to.deep.equal([
      'GRPC_ALLOW_PLAINTEXT: must be true or false',
    ]);
  });

  it('accepts any address with the three TLS files', () => {
    expect(read({ GRPC_LISTEN: '0.0.0.0:50051', ...tls }).tls).to.deep.equal({
      certificateFile: tls.GRPC_TLS_CERT_FILE,
      keyFile: tls.GRPC_TLS_KEY_FILE,
      caFile: tls.GRPC_TLS_CA_FILE,
    });
  });

  for (const name of ['GRPC_TLS_CERT_FILE', 'GRPC_TLS_KEY_FILE', 'GRPC_TLS_CA_FILE'] as const) {
    it(`rejects the other two without ${name}`, () => {
      expect(problems({ ...tls, [name]: '' })).to.deep.equal([
        `${name} is not set; set all three GRPC_TLS_ variables, or none for plaintext`,
      ]);
    });

    it(`rejects a ${name} that does not exist`, () => {
      const missing = path.join(directory, 'missing');
      expect(problems({ ...tls, [name]: missing })).to.deep.equal([`${name}: ${missing} does not exist`]);
    });
  }
});
