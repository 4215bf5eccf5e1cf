import { Button, Modal, Radio } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useWrite } from '../../api/queries.js';
import type { RolledKey } from '../../api/types.js';
import { useAnnounce } from '../../parts/announcer.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Time } from '../../parts/values.js';
import { useReturnFocus } from '../../parts/return-focus.js';
import type { Key } from './group-keys.js';
import { ShownKey } from './shown-key.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const OVERLAPS = [
  { seconds: 0, label: 'Now', hint: 'The old key stops immediately. For a key that leaked.' },
  { seconds: HOUR, label: 'In 1 hour', hint: 'Enough to deploy one service.' },
  { seconds: DAY, label: 'In 1 day', hint: 'Enough for most systems.' },
  { seconds: 7 * DAY, label: 'In 7 days', hint: 'The longest overlap.' },
] as const;

export function RollKey({ target, onClose }: { target: Key; onClose: () => void }): ReactNode {
  useReturnFocus();
  const [overlap, setOverlap] = useState<string>(String(DAY));
  const announce = useAnnounce();
  const roll = useWrite<number, RolledKey>((client, overlapSeconds) =>
    client.send('POST', `/keys/${target.id}/roll`, { overlapSeconds }),
  );
  if (roll.data !== undefined) {
    return (
      <ShownKey
        title={`New secret of “${target.name}”`}
        secret={roll.data.key}
        note={<OldOne expiresAt={roll.data.oldExpiresAt} isOver={Number(overlap) === 0} />}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal opened onClose={onClose} title={`Roll “${target.name}”`} closeOnClickOutside={!roll.isPending}>
      <div className="form">
        <p>The key gets a new secret. Its name, limits and request log stay. When does the old secret end?</p>
        <Radio.Group value={overlap} onChange={setOverlap} label="The old secret ends">
          <div className="choices">
            {OVERLAPS.map(({ seconds, label, hint }) => (
              <Radio key={seconds} value={String(seconds)} label={label} description={hint} />
            ))}
          </div>
        </Radio.Group>
        {roll.isError && <ProblemAlert error={roll.error} />}
        <div className="form-foot">
          <Button variant="default" onClick={onClose} disabled={roll.isPending}>
            Cancel
          </Button>
          <Button
            loading={roll.isPending}
            onClick={() =>
              roll.mutate(Number(overlap), { onSuccess: () => announce(`${target.name} has a new secret.`) })
            }
          >
            Roll key
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function OldOne({ expiresAt, isOver }: { expiresAt: string; isOver: boolean }): ReactNode {
  if (isOver) return <p>The old secret no longer works.</p>;
  return (
    <p>
      The old secret works until <Time at={expiresAt} />.
    </p>
  );
}
