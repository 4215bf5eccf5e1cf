import { Alert, Button, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError, otherFieldErrors, toProblem, type Problem } from '../api/problem.js';
import { CopyButton } from './copy-button.js';
import { WarningIcon } from './icons.js';

export interface ProblemAlertProps {
  readonly error: unknown;
  /** Reads again. Only given where that may help. */
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
  /** Fields whose messages are shown beside their inputs. */
  readonly shownFields?: readonly string[];
}

/** Says what went wrong in the service's words, with what support needs to find it. */
export function ProblemAlert({ error, onRetry, isRetrying, shownFields = [] }: ProblemAlertProps): ReactNode {
  const problem = toProblem(error);
  const isUnknown = error instanceof ApiError && error.isOutcomeUnknown;
  const others = otherFieldErrors(error, shownFields);
  const detail = detailOf(problem, shownFields.length > 0 && others.length === 0);
  return (
    <Alert
      role="alert"
      color={isUnknown ? 'yellow' : 'red'}
      icon={<WarningIcon />}
      title={isUnknown ? `${problem.title}: the outcome is not known` : problem.title}
      className="problem"
    >
      {detail !== undefined && <p>{detail}</p>}
      {others.length > 0 && (
        <ul>
          {others.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <div className="problem-foot">
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={onRetry} loading={isRetrying ?? false}>
            Try again
          </Button>
        )}
        {problem.traceId !== undefined && (
          <span>
            Trace id for support: <Code>{problem.traceId}</Code>{' '}
            <CopyButton value={problem.traceId} label="Copy the trace id" />
          </span>
        )}
      </div>
    </Alert>
  );
}

/** A form marks what is wrong beside its inputs; the service's words point to an answer that nobody sees. */
function detailOf({ code, detail }: Problem, isInForm: boolean): string | undefined {
  return isInForm && code === 'validation_failed' ? 'Correct what is marked in the form, and send it again.' : detail;
}
