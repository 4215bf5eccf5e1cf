import { expect } from 'chai';
import { eventually, eventuallyEquals } from './index.js';

describe('eventually', () => {
  it('returns the first answer that is right, also of an asynchronous question', async () => {
    let asked = 0;
    const ask = (): Promise<number> => Promise.resolve((asked += 1));
    expect(await eventually(ask, (answer) => answer > 2)).to.equal(3);
    expect(asked).to.equal(3);
  });

  it('lets timers run between two questions', async () => {
    let isDone = false;
    setTimeout(() => {
      isDone = true;
    }, 1);
    expect(await eventually(() => isDone, Boolean)).to.equal(true);
  });

  it('returns the last answer when the time is up', async () => {
    const polling = { timeoutMs: 20 };
    expect(
      await eventually(
        () => 402,
        (status) => status === 200,
        polling,
      ),
    ).to.equal(402);
  });

  it('throws what the question throws', async () => {
    const refused = new Error('connection refused');
    const failure = await eventually(() => Promise.reject(refused), Boolean).catch((error: unknown) => error);
    expect(failure).to.equal(refused);
  });
});

describe('eventuallyEquals', () => {
  it('ends when the answer is the wanted one', async () => {
    let asked = 0;
    await eventuallyEquals(() => (asked += 1), 3);
    expect(asked).to.equal(3);
  });

  it('throws an error that shows the last answer when the time is up', async () => {
    const failure = await eventuallyEquals(() => 'pending', 'done', { timeoutMs: 20 }).catch((error: unknown) => error);
    expect(failure).to.have.property('message', "the answer is still 'pending', not 'done'");
  });
});
