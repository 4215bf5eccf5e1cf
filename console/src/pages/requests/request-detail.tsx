import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LoggedRequest } from '../../api/types.js';
import { formatCount, formatCredits, formatDuration } from '../../format/numbers.js';
import { formatExactTime, formatUtc, localDay, zoneName } from '../../format/times.js';
import { Facts } from '../../parts/facts.js';
import { Id, Status, To } from '../../parts/values.js';
import { useReturnFocus } from '../../parts/return-focus.js';
import { useScope } from '../../session/scope.js';
import { statusTone } from './request-table.js';
import { statusText } from './status-text.js';

/** One request of the log, with what its status means and what to look at next. */
export function RequestDetail({ request, onClose }: { request: LoggedRequest; onClose: () => void }): ReactNode {
  useReturnFocus();
  const { base } = useScope();
  const { at, keyId, keyName, method, path, status, durationMs, items, credits } = request;
  const day = localDay(at);
  return (
    <Drawer opened onClose={onClose} position="right" title="Request">
      <Facts
        facts={[
          ['Request', <code key="path">{`${method} ${path}`}</code>],
          [
            'Status',
            <Status key="status" tone={statusTone(status)}>
              {status} {statusText(status)}
            </Status>,
          ],
          ['Time', `${formatExactTime(at)} (${zoneName()})`],
          ['In UTC', formatUtc(at)],
          ['Duration', formatDuration(durationMs)],
          ['Items', items === null ? 'Not counted' : formatCount(items)],
          ['Charged', formatCredits(credits)],
          ['Key', keyName ?? 'Unknown'],
          ['Key id', <Id key="id" id={keyId} what="key id" />],
        ]}
      />
      <p className="actions">
        <To to={`${base}/requests?keyId=${keyId}`}>Other requests with this key</To>
        {credits > 0 && <To to={`${base}/reveals?from=${day}&to=${day}`}>What was revealed that day</To>}
      </p>
    </Drawer>
  );
}
