import { useEffect } from 'react';

/**
 * Gives the focus back to what had it before a dialog opened. For components that exist only while
 * their dialog is open.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // After the dialog is out of the document, which moves the focus itself.
      setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, []);
}
