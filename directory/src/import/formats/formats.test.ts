import { expect } from 'chai';
import { RECORD_KINDS } from '../record-kinds.js';
import { findFormat, formatNames, formatsFor } from './index.js';

describe('the list of formats', () => {
  it('has a distinct kebab-case name, a description and a kind of records for each format', () => {
    expect(new Set(formatNames()).size).to.equal(formatsFor().length);
    for (const { name, description, kinds } of formatsFor()) {
      expect(name).to.match(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(description, name).to.match(/^\S[^|\n]*[^.\s]$/);
      expect(RECORD_KINDS, name).to.include.members(kinds);
      expect(kinds, name).to.not.be.empty;
    }
  });

  it('finds a format by its name for its kinds of records only', () => {
    for (const format of formatsFor()) {
      for (const kind of RECORD_KINDS) {
        const found = () => findFormat(format.name, kind);
        if (format.kinds.includes(kind)) expect(found()).to.equal(format);
        else expect(found).to.throw().with.property('code', 'validation_failed');
      }
    }
  });
});
