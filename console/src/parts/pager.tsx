import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

export interface PagerProps {
  /** Parameter `after` of the next page. */
  readonly next: string | undefined;
  /** What the list has, in the plural. */
  readonly what: string;
}

/** Leads through a list by addresses, so that a page can be linked to and the browser goes back. */
export function Pager({ next, what }: PagerProps): ReactNode {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const isFirst = !parameters.has('after');
  if (isFirst && next === undefined) return null;
  const to = (after: string | undefined): string => {
    const wanted = new URLSearchParams(search);
    if (after === undefined) wanted.delete('after');
    else wanted.set('after', after);
    const text = wanted.toString();
    return text === '' ? pathname : `${pathname}?${text}`;
  };
  return (
    <nav className="pager" aria-label={`Pages of ${what}`}>
      {!isFirst && (
        <Button component={Link} to={to(undefined)} variant="default">
          Newest {what}
        </Button>
      )}
      {next !== undefined && (
        <Button component={Link} to={to(next)} variant="default">
          Older {what}
        </Button>
      )}
    </nav>
  );
}
