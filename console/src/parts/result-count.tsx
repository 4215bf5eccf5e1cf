import type { ReactNode } from 'react';
import { formatCounted } from '../format/numbers.js';
import { zoneName } from '../format/times.js';

/** Says how many entries a page shows, and in which zone their times are, also to those who do not see it. */
export function ResultCount({ count, what, hasMore }: { count: number; what: string; hasMore: boolean }): ReactNode {
  return (
    <p className="result-count" role="status">
      {formatCounted(count, what)}
      {hasMore ? ', and older ones' : ''}. Times are in {zoneName()}.
    </p>
  );
}
