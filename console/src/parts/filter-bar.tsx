import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isFiltered, type Filters } from '../filters/address.js';

interface Days {
  readonly from: string;
  readonly to: string;
}

interface FilterBarProps {
  readonly filters: Filters<'from' | 'to' | 'zone'>;
  readonly onChange: (changes: Partial<Days>) => void;
  readonly onClear: () => void;
  /** The filters of the page beside the range of days. */
  readonly children: ReactNode;
}

/** The filters of a list: a range of days, what the page adds, and a button that clears them. */
export function FilterBar({ filters, onChange, onClear, children }: FilterBarProps): ReactNode {
  const zone = filters.zone === 'utc' ? ' (UTC)' : '';
  return (
    <form className="filters" role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <TextInput
        type="date"
        label={`From${zone}`}
        value={filters.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={`To${zone}`}
        value={filters.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      {children}
      {isFiltered(filters) && (
        <Button variant="subtle" onClick={onClear} className="clear-filters">
          Clear
        </Button>
      )}
    </form>
  );
}
