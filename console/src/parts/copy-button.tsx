import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useAnnounce } from './announcer.js';
import { CheckIcon, CopyIcon } from './icons.js';

export interface CopyButtonProps {
  readonly value: string;
  readonly label: string;
  /** Shows the label in the button instead of a tooltip. */
  readonly isWide?: boolean;
  readonly onCopied?: () => void;
}

export function CopyButton({ value, label, isWide = false, onCopied }: CopyButtonProps): ReactNode {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  const announce = useAnnounce();
  const onClick = (): void => {
    copy(value);
    announce('Copied.');
    onCopied?.();
  };
  const icon = copied ? <CheckIcon /> : <CopyIcon />;
  if (isWide) {
    return (
      <Button variant="default" leftSection={icon} onClick={onClick}>
        {copied ? 'Copied' : label}
      </Button>
    );
  }
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
