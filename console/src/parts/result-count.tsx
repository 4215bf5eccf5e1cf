import type { ReactNode } from 'react';
import { formatCounted } from '../format/numbers.js';

/** Says how many entries a page shows, also to those who do not see it. */
export function ResultCount({ count, what, hasMore }: { count: number; what: string; hasMore: boolean }): ReactNode {
  return (
    <p className="result-count" role="status">
      {formatCounted(count, what)}
      {hasMore ? ', and older ones' : ''}
    </p>
  );
}
