import { Button, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CopyButton } from '../../parts/copy-button.js';
import { CurlExample } from '../../parts/curl-example.js';

export interface ShownKeyProps {
  readonly title: string;
  readonly secret: string;
  /** What becomes of the secret before this one. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret for the only time. Closing it before it was copied needs a second thought. */
export function ShownKey({ title, secret, note, onClose }: ShownKeyProps): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = (): void => (isCopied || isAsking ? onClose() : setAsking(true));
  return (
    <Modal opened onClose={close} title={title} size="lg" closeOnClickOutside={false}>
      <div className="form">
        <p>
          Copy the key now and keep it where only your server reads it. <strong>It cannot be shown again.</strong>
        </p>
        <div className="secret">
          <code data-secret>{secret}</code>
          <CopyButton value={secret} label="Copy the key" isWide onCopied={() => setCopied(true)} />
        </div>
        {note}
        <CurlExample secret={secret} onCopied={() => setCopied(true)} />
        {isAsking && !isCopied && (
          <div className="note warning" role="alert">
            You have not copied the key. When this closes it is gone: you would have to roll the key to get another.
          </div>
        )}
        <div className="form-foot">
          {isAsking && !isCopied ? (
            <Button variant="default" className="danger" onClick={onClose}>
              Close without the key
            </Button>
          ) : (
            <Button onClick={close}>Done</Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
