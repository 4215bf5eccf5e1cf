import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toProblem } from '../api/problem.js';
import { ProblemAlert } from './problem-alert.js';

export interface LoadedProps<Body> {
  readonly query: UseQueryResult<Body>;
  readonly children: (body: Body) => ReactNode;
  /** What stands there while the answer is on its way. */
  readonly skeleton?: ReactNode;
}

/** Shows what a query has: a skeleton, the problem, or the answer. */
export function Loaded<Body>({ query, children, skeleton = <TableSkeleton /> }: LoadedProps<Body>): ReactNode {
  const { data, error, isPending, isFetching, refetch } = query;
  const isHelped = error !== null && (toProblem(error).retryable || toProblem(error).status === 0);
  const problem = error !== null && (
    <ProblemAlert error={error} {...(isHelped && { onRetry: () => void refetch(), isRetrying: isFetching })} />
  );
  if (isPending) return skeleton;
  if (data === undefined) return problem;
  return (
    <>
      {problem}
      {children(data)}
    </>
  );
}

export function TableSkeleton({ rows = 5 }: { rows?: number }): ReactNode {
  return (
    <div role="status" aria-label="Loading" className="skeletons">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={20} radius="sm" />
      ))}
    </div>
  );
}

export interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
}

/** Says why there is nothing, and what to do about it. */
export function Empty({ title, children, icon }: EmptyProps): ReactNode {
  return (
    <div className="empty">
      {icon !== undefined && <span className="empty-icon">{icon}</span>}
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
