import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useAnnounce } from './announcer.js';
import { CheckIcon, CopyIcon } from './icons.js';

export interface CopyButtonProps {
  readonly value: string;
  readonly label: string;
  /** Shows the label in the button instead of a tooltip. */
  readonly isWide?: boolean;
  readonly onCopied?: () => void;
}

const OUTCOMES = { copied: 'Copied', refused: 'Not allowed: copy by hand' } as const;

export function CopyButton({ value, label, isWide = false, onCopied }: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const { start } = useTimeout(() => setOutcome(undefined), 2_000);
  const announce = useAnnounce();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // Browsers refuse it without a permission. A key that nobody has must not count as copied.
      setOutcome('refused');
      announce('The browser did not allow it. Select the text, and copy it.');
      return;
    }
    setOutcome('copied');
    start();
    announce('Copied.');
    onCopied?.();
  };
  const onClick = (): void => void copy();
  const icon = outcome === 'copied' ? <CheckIcon /> : <CopyIcon />;
  const shown = outcome === undefined ? label : OUTCOMES[outcome];
  if (isWide) {
    return (
      <Button variant="default" leftSection={icon} onClick={onClick}>
        {shown}
      </Button>
    );
  }
  return (
    <Tooltip label={shown}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
