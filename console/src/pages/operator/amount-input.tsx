import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

export interface AmountInputProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
}

/** Credits that a person types. Kept as text until it is sent: a half-typed number is no number. */
export function AmountInput({ label, description, value, onChange, error }: AmountInputProps): ReactNode {
  return (
    <TextInput
      label={label}
      description={description}
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      className="amount-input"
      rightSectionWidth={64}
      rightSection={<span className="dim small">credits</span>}
    />
  );
}

export const NO_AMOUNT = 'An amount from 0 to 1,000,000,000 with at most 3 decimals.';
