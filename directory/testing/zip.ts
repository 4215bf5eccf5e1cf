import { crc32, deflateRawSync } from 'node:zlib';

/** For tests: a file in a zip. */
export interface ZippedFile {
  readonly name: string;
  readonly data: string | Buffer;
  /** The unpacked size that the zip claims. Default: the true one. */
  readonly claimedSize?: number;
}

/** For tests: returns a zip file with these files. */
export function zipOf(...files: readonly ZippedFile[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimedSize } of files) {
    const bytes = Buffer.from(data as string);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedSize ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, entry, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
