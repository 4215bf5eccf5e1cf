import { useLocation, useNavigate } from 'react-router';
import { writeFilters } from './address.js';

export interface UsedFilters<F> {
  readonly filters: F;
  /** Position of the page in the list. */
  readonly after: string | undefined;
  /** Changes filters, which begins at the newest entry again. */
  readonly set: (changes: Partial<F>) => void;
  readonly clear: () => void;
}

/** Keeps the filters of a list in the address, so that what was found can be sent to a colleague. */
export function useFilters<F extends Readonly<Record<string, string>>>(read: (search: string) => F): UsedFilters<F> {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filters = read(search);
  const go = (wanted: Readonly<Record<string, string>>): void => {
    const text = writeFilters(wanted);
    void navigate(text === '' ? pathname : `${pathname}?${text}`, { preventScrollReset: true });
  };
  return {
    filters,
    after: new URLSearchParams(search).get('after') ?? undefined,
    set: (changes) => go({ ...filters, ...changes }),
    clear: () => go({}),
  };
}
