import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { ProblemAlert } from '../parts/problem-alert.js';

/** Shown instead of a page that threw. */
export function FailedPage(): ReactNode {
  const error = useRouteError();
  return (
    <main className="alone">
      <h1>This page failed</h1>
      <ProblemAlert error={error} />
      <Button variant="default" onClick={() => window.location.reload()}>
        Load the page again
      </Button>
    </main>
  );
}
